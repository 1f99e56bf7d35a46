import { IconDoorEnter, IconDoorOff } from '@tabler/icons-react'
import type { Client } from '@torniquete/contract/clients.ts'
import { showDay } from '@torniquete/contract/dates.ts'
import type { DoorState } from '@torniquete/contract/door.ts'
import { type Entry, mayEnter } from '@torniquete/contract/entry.ts'
import classes from './ClientCard.module.css'

function reasonOf(entry: Exclude<Entry, { allowed: true }>): string {
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
    case 'expired':
      return `la membresía venció el ${showDay(entry.day)}`
    case 'not-begun':
      return `la membresía empieza el ${showDay(entry.day)}`
  }
}

interface EntryLineProps {
  client: Client
  today: string
  /** What was decided by hand; undefined until it is known. */
  door: DoorState | undefined
}

/** Whether the door lets the client in now, and if not, why. */
export function EntryLine({ client, today, door }: EntryLineProps) {
  const entry = mayEnter({ ...client, door }, today)
  const Icon = entry.allowed ? IconDoorEnter : IconDoorOff
  return (
    <p className={classes.mayEnter} data-tone={entry.allowed ? 'good' : 'bad'}>
      <Icon size={20} aria-hidden />
      {entry.allowed ? `Puede entrar hasta el ${showDay(entry.until)}` : `No puede entrar: ${reasonOf(entry)}`}
    </p>
  )
}
