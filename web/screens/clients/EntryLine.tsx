import type { Entry } from '@torniquete/contract/door/may-enter.ts'
import { formatNextOpening, formatTodayHours, type OpeningState } from '@torniquete/contract/door/opening-hours.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { IconDoorEnter, IconDoorOff } from '../../kit/icons.ts'
import classes from './ClientCard.module.css'

/**
 * `no-door`: the plans' doors were removed; `used-up`: no visits are left; `paused`; `owing`: debts close the door.
 * `why`: the entry ends before the paid period.
 */
type Shown =
  | (Entry & { why?: string })
  | { allowed: false; reason: 'no-door' | 'used-up' }
  | { allowed: false; reason: 'paused'; pause: string }
  | { allowed: false; reason: 'owing'; debt: string }

function reasonOf(entry: Exclude<Shown, { allowed: true }>): string {
  switch (entry.reason) {
    case 'inactive':
      return 'está inactivo'
    case 'blocked':
      return 'bloqueado a mano en la puerta'
    case 'removed':
      return 'quitado de los dispositivos'
    case 'no-membership':
      return 'sin membresía'
    case 'no-number':
      return 'sin número en el dispositivo'
    case 'paused':
      return entry.pause
    case 'owing':
      return entry.debt
    case 'used-up':
      return 'usó todas sus visitas'
    case 'no-door':
      return 'su plan no abre ninguna puerta'
    case 'expired':
      return `la membresía venció el ${showDay(entry.day)}`
    case 'not-begun':
      return `la membresía empieza el ${showDay(entry.day)}`
  }
}

interface EntryLineProps {
  entry: Shown
  /** Opening state if the plans have limited hours. */
  hours: OpeningState | null
  today: string
}

function textOf({ entry, hours, today }: EntryLineProps): string {
  if (!entry.allowed) return `No puede entrar: ${reasonOf(entry)}`
  const until = `hasta el ${showDay(entry.until)}${entry.why ? `, ${entry.why}` : ''}`
  if (!hours) return `Puede entrar ${until}`
  if (hours.open) return `Puede entrar ${until} · ${formatTodayHours(hours.today)}`
  const again = hours.next && hours.next.day <= entry.until && formatNextOpening(hours.next, today)
  return `Fuera de su horario: ${again ? `puede entrar ${again}` : `vence el ${showDay(entry.until)}`}`
}

/** Shows if the door lets the client in now, and the reason if not. */
export function EntryLine(props: EntryLineProps) {
  const { entry, hours } = props
  const isOpen = entry.allowed && hours?.open !== false
  const Icon = isOpen ? IconDoorEnter : IconDoorOff
  return (
    <p className={classes.mayEnter} data-tone={isOpen ? 'good' : 'bad'}>
      <Icon size={20} aria-hidden />
      <AmountsText>{textOf(props)}</AmountsText>
    </p>
  )
}
