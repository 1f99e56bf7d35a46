// On the card: what the client owes, since when and of what, and the way to be paid.
import { Button } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { showDay } from '@torniquete/contract/dates.ts'
import { type ClientDebts, type Debt, owedText, showsDebts } from '@torniquete/contract/debts.ts'
import { shownPlanName } from '@torniquete/contract/memberships.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { IconCash } from '../../kit/icons.ts'
import { useKeys } from '../../kit/use-keys.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import classes from './ClientCard.module.css'

/** What a client owes; undefined until it is known, and where nobody owes anything. */
export function useClientDebts(client: number): ClientDebts | undefined {
  const enabled = showsDebts(useDebtRules().data)
  return useEndpoint('debts.of-client', { params: { id_client: client } }, { enabled }).data
}

interface ClientDebtProps {
  client: Client
  /** Another dialog stands over the card. */
  covered: boolean
  onCollect: (client: Client) => void
}

export function ClientDebt({ client, covered, onCollect }: ClientDebtProps) {
  const debts = useClientDebts(client.id)
  const collect = () => onCollect(client)
  useKeys([[hotkeys.collect, () => debts?.owed && !covered && collect(), { usePhysicalKeys: true }]])
  if (!debts?.owed) return null
  return (
    <section aria-label="Deuda" className={classes.debt}>
      <p>
        <strong>{owedText(debts.owed)}</strong> desde el {showDay(debts.owed.since)}
      </p>
      <ul>
        {debts.debts.map((debt) => (
          <li key={debt.id}>{debtText(debt)}</li>
        ))}
      </ul>
      <Button
        variant="default"
        h={44}
        leftSection={<IconCash size={20} aria-hidden />}
        aria-keyshortcuts={hotkeys.collect}
        title={hotkeys.collect}
        onClick={collect}
      >
        Cobrar
      </Button>
    </section>
  )
}

/** `Mensual N.º 12 · 1/3/2026 · $ 30.00 de $ 100.00`. */
function debtText({ document, name, since, amount, owed }: Debt): string {
  const what = `${name === null ? 'Venta' : shownPlanName(name)} N.º\u00a0${document.number}`
  const left = owed === amount ? showMoney(owed) : `${showMoney(owed)} de ${showMoney(amount)}`
  return `${what} · ${showDay(since)} · ${left}`
}
