import { CloseButton, Loader, Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useSignedIn } from '../../session/session.tsx'
import { PaletteResults } from './PaletteResults.tsx'
import classes from './palette.module.css'
import { entriesFor } from './palette-entries.ts'
import { useDeed } from './use-deed.ts'
import { useFoundClients } from './use-found-clients.ts'

interface PaletteProps {
  onClose: (focus: 'page' | 'back') => void
  onShortcuts: () => void
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  PageDown: (at, count) => Math.min(at + 5, count - 1),
  PageUp: (at) => Math.max(at - 5, 0),
}

/** One field that finds clients, screens and what can be done. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const { role } = useSignedIn()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [hurried, setHurried] = useState(false)
  const list = useId()
  const found = useFoundClients(text)
  const groups = entriesFor(role, text, found.clients)
  const entries = groups.flatMap((group) => group.entries)
  const marked = entries[Math.min(at, entries.length - 1)]
  const run = useDeed({ close: onClose, showShortcuts: onShortcuts })
  // Enter came before the clients: it holds where there is no doubt who is meant.
  useEffect(() => {
    if (!hurried || found.pending) return
    setHurried(false)
    if (entries.length === 1 && entries[0]) run(entries[0].deed)
  })
  const write = (next: string) => {
    setText(next)
    setAt(0)
    setHurried(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (event.key === 'Escape') onClose('back')
    else if (step && entries.length > 0) setAt(step(at, entries.length))
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (marked) run(marked.deed)
      else setHurried(found.pending)
    } else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={() => onClose('back')}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Buscar' } }}
      size="38rem"
      yOffset="10dvh"
      padding={0}
      classNames={{ body: classes.body }}
    >
      <TextInput
        data-autofocus
        // The dialog below it, a client's card, must not take its Escape.
        data-mantine-stop-propagation="true"
        role="combobox"
        aria-label="Buscar clientes, pantallas y acciones"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${list}-${marked.id}`}
        placeholder="Cliente, pantalla o acción…"
        autoComplete="off"
        spellCheck={false}
        size="lg"
        variant="unstyled"
        className={classes.input}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={
          found.pending ? (
            <Loader size={18} aria-hidden />
          ) : (
            <CloseButton
              aria-label="Cerrar"
              data-mantine-stop-propagation="true"
              onKeyDown={press}
              onClick={() => onClose('back')}
            />
          )
        }
        value={text}
        onKeyDown={press}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <PaletteResults
        list={list}
        groups={groups}
        marked={marked}
        onMark={(entry) => setAt(entries.indexOf(entry))}
        onRun={run}
      />
      <p className={classes.nothing} role="status">
        {found.error?.message ??
          (entries.length === 0 && (found.pending ? 'Buscando…' : 'Nada coincide con la búsqueda'))}
      </p>
    </Modal>
  )
}
