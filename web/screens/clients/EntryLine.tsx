import { IconDoorEnter, IconDoorOff } from '@tabler/icons-react'
import { showDay } from '@torniquete/contract/dates.ts'
import type { Entry } from '@torniquete/contract/entry.ts'
import classes from './ClientCard.module.css'

/** `no-door`: what their plans opened is no longer the gym's; `paused`: what they paid for stands still. */
type Shown = Entry | { allowed: false; reason: 'no-door' } | { allowed: false; reason: 'paused'; pause: string }

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
    case 'no-door':
      return 'su plan no abre ninguna puerta'
    case 'expired':
      return `la membresía venció el ${showDay(entry.day)}`
    case 'not-begun':
      return `la membresía empieza el ${showDay(entry.day)}`
  }
}

/** Whether the door lets the client in now, and if not, why. */
export function EntryLine({ entry }: { entry: Shown }) {
  const Icon = entry.allowed ? IconDoorEnter : IconDoorOff
  return (
    <p className={classes.mayEnter} data-tone={entry.allowed ? 'good' : 'bad'}>
      <Icon size={20} aria-hidden />
      {entry.allowed ? `Puede entrar hasta el ${showDay(entry.until)}` : `No puede entrar: ${reasonOf(entry)}`}
    </p>
  )
}
