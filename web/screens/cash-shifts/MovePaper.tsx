// Paper of a cash movement, to be signed.
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { call } from '../../api/call.ts'
import classes from '../../features/bills/Bill.module.css'
import { PaperLines, Sheet } from '../../features/bills/Bill.tsx'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'

interface Moved {
  drawer: string
  out: boolean
  amount: string
  reason: string
  at: Date
  by: string
}

export const moveTitle = (out: boolean) => (out ? 'Salida' : 'Entrada')

export async function printMove({ drawer, out, amount, reason, at, by }: Moved): Promise<void> {
  const title = `${moveTitle(out)} de caja`
  try {
    const gym = await call('gym-info.read')
    const facts = [
      { label: 'Caja', value: drawer },
      { label: 'Fecha', value: showInstant(gym.timeZone, at.toISOString()) },
      { label: 'Registrado por', value: by },
      { label: 'Motivo', value: reason },
    ]
    const content = (
      <Sheet
        label={title}
        issuer={<p className={classes.name}>{gym.name}</p>}
        title={title}
        number={undefined}
        facts={facts}
      >
        <dl className={classes.totals}>
          <PaperLines lines={[{ label: 'Importe', value: showMoney(amount) }]} className={classes.total} />
        </dl>
        <dl className={classes.facts}>
          <PaperLines
            lines={[
              {
                label: out ? 'Firma de quien lo recibe' : 'Firma de quien lo entrega',
                value: '______________________',
              },
            ]}
          />
        </dl>
      </Sheet>
    )
    printPaper({ content, title, by: gym.name })
  } catch (error) {
    toast.failure('El recibo no se imprimió', error instanceof Error ? error.message : null)
  }
}
