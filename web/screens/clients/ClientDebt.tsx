import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { type ClientDebts, type Debt, owedText, showsDebts } from '@torniquete/contract/till/debts.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDebtRules } from '../../features/paying/use-paying.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { IconCash } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { useKeys } from '../../kit/use-keys.ts'
import { isOnlyDialog } from '../../kit/use-page-keys.ts'
import { overPage, useOpenDialog } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './clients.module.css'

/** A client's debts; undefined while loading, and if the gym has none. */
export function useClientDebts(client: number): ClientDebts | undefined {
  const enabled = showsDebts(useDebtRules().data)
  return useEndpoint('debts.of-client', { params: { id_client: client } }, { enabled }).data
}

const toldAtMost = 5

export function ClientDebt({ client }: { client: number }) {
  const debts = useClientDebts(client)
  const open = useOpenDialog()
  const paid = useEndpoint(
    'collections.list',
    { query: { id_client: client, size_page: toldAtMost } },
    { enabled: debts !== undefined },
  ).data
  const collect = () => open('/clients/$id/card/collect', client)
  useKeys([[hotkeys.collect, () => debts?.owed && isOnlyDialog() && collect(), { usePhysicalKeys: true }]])
  return (
    <>
      {debts?.owed && (
        <section aria-label="Deuda" className={classes.debt}>
          <p>
            <strong>
              <AmountsText>{owedText(debts.owed)}</AmountsText>
            </strong>{' '}
            desde el {showDay(debts.owed.since)}
          </p>
          <ul>
            {debts.debts.map((debt) => (
              <li key={debt.id}>
                <AmountsText>{debtText(debt)}</AmountsText>
              </li>
            ))}
          </ul>
          <IconButton variant="default" h={44} Icon={IconCash} hotkey={hotkeys.collect} onClick={collect}>
            Cobrar
          </IconButton>
        </section>
      )}
      {paid && paid.total > 0 && <Collections client={client} list={paid} />}
    </>
  )
}

function Collections({ client, list: { items, total } }: { client: number; list: Answer<'collections.list'> }) {
  const zone = useGymClock()?.zone
  return (
    <section aria-label="Cobros" className={classes.debt}>
      <p>Cobros de su deuda{total > items.length && `, los últimos ${items.length} de ${total}`}</p>
      <ul>
        {zone &&
          items.map(({ id, number, at, amount, voided }) => (
            <li key={id}>
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link
                    to="/clients/$id/card/collections/$collection"
                    params={{ id: String(client), collection: String(id) }}
                    {...overPage}
                    {...props}
                  />
                )}
              >
                N.º{'\u00a0'}
                {number}
              </Anchor>{' '}
              · {showDay(dayInZone(zone, new Date(at)))} ·{' '}
              {voided ? (
                <s>
                  <Money value={amount} />
                </s>
              ) : (
                <Money value={amount} />
              )}
              {voided && ' · Anulado'}
            </li>
          ))}
      </ul>
    </section>
  )
}

/** `Mensual N.º 12 · 1/3/2026 · $ 30.00 de $ 100.00`. */
function debtText({ document, name, since, amount, owed }: Debt): string {
  const what = `${name === null ? 'Venta' : shownPlanName(name)} N.º\u00a0${document.number}`
  const left = owed === amount ? showMoney(owed) : `${showMoney(owed)} de ${showMoney(amount)}`
  return `${what} · ${showDay(since)} · ${left}`
}
