import type { HelpEntry } from 'virtual:help'
import { CloseButton, Kbd, Loader, Text, TextInput, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { containsWords, findRowToSelect } from '@torniquete/contract/shared/text-matching.ts'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { undoControlsStore } from '../../forms/undo.ts'
import classes from '../../kit/choice-field.module.css'
import { Dialog } from '../../kit/Dialog.tsx'
import { formatHotkey } from '../../kit/format-hotkey.ts'
import { IconSearch } from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import { findScreenByAddress } from '../../navigation/screens.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { logOut, useSignedInUser } from '../../session/session.tsx'
import { useIsScreenNeeded } from '../use-is-screen-needed.ts'
import { useOpenDoor } from '../use-open-door.ts'
import { listPaletteEntries, type PaletteEntry } from './palette-entries.ts'

/** Returns a function that closes the palette and then runs an entry. */
function useRun(onClose: () => void, onShortcuts: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  const { state } = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const shownScheme = useComputedColorScheme('dark')
  const door = useOpenDoor()
  const acts = {
    door: door.open,
    undo: () => undoControlsStore.read()?.undoLast(),
    theme: () => setColorScheme(shownScheme === 'dark' ? 'light' : 'dark'),
    shortcuts: onShortcuts,
    'log-out': () => void logOut(),
  }
  return ({ to, id_row, search, act }) => {
    onClose()
    if (act) acts[act]()
    if (!to) return
    // An action on the current page keeps the page's filters in the address.
    const { pathname, search: shown } = state.location
    const kept = pathname === to || (id_row && findScreenByAddress(pathname) === findScreenByAddress(to)) ? shown : {}
    void navigate({ to, params: { id: String(id_row) } as never, search: { ...kept, ...search } as never })
  }
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  PageDown: (at, count) => Math.min(at + 5, count - 1),
  PageUp: (at) => Math.max(at - 5, 0),
}

/**
 * Returns the entry that Enter runs: the one under the arrows, otherwise the first that Enter may run. While clients
 * are loading there is no such first entry, because clients come first.
 */
function useMarked(entries: readonly PaletteEntry[], pending: boolean) {
  const [chosen, setChosen] = useState<string | null>(null)
  const gone = entries.find(({ id }) => id === chosen)
  const marked = gone ?? (pending ? undefined : entries.find(({ onlyMarked }) => !onlyMarked))
  return {
    marked,
    /** Moves the mark; returns false if the key is not for the list. */
    step: (key: string) => {
      const next = entries.length > 0 && steps[key]?.(marked ? entries.indexOf(marked) : -1, entries.length)
      if (next === false || next === undefined) return false
      setChosen(entries[next]?.id ?? null)
      return true
    },
    forget: () => setChosen(null),
  }
}

/** Help pages with their texts; undefined until loaded, and the search works without them. */
function useHelpEntries(): readonly HelpEntry[] | undefined {
  const queryFn = async () => (await import('virtual:help')).entries
  return useQuery({ queryKey: ['help-entries'], queryFn, staleTime: Number.POSITIVE_INFINITY }).data
}

/** The command palette: one search for clients, screens and actions. */
export function CommandPalette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { role } = useSignedInUser()
  const [text, setText] = useState('')
  const [enterWaits, setEnterWaits] = useState(false)
  const list = useId()
  const found = useFoundClients(text)
  const path = useLocation({ select: ({ pathname, search: { tab } }) => (tab ? `${pathname}/${tab}` : pathname) })
  const help = useHelpEntries()
  const groups = listPaletteEntries(
    role,
    text,
    found.clients,
    path,
    help,
    undoControlsStore.read()?.last(),
    useIsScreenNeeded(),
  )
  const lines = groups.flatMap(({ entries }) => entries)
  const { marked, step, forget } = useMarked(lines, found.pending)
  const run = useRun(onClose, onShortcuts)
  // If Enter was pressed before the clients arrived, runs the matching entry once they arrive.
  useEffect(() => {
    if (!enterWaits || found.pending) return
    setEnterWaits(false)
    const client = findRowToSelect(found.clients, text)
    const meant = found.clients.length > 0 ? lines.find(({ id }) => id === `client-${client?.id}`) : marked
    if (meant && !found.error) run(meant)
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      if (marked) run(marked)
      else setEnterWaits(found.pending)
    } else if (step(event.key)) setEnterWaits(false)
    else return
    event.preventDefault()
  }
  const nothing = found.pending ? 'Buscando…' : 'Nada coincide con la búsqueda'
  const choosing = !marked && !found.pending && 'Elige con ↓ y pulsa Enter'
  const note = found.error?.message ?? (groups.length === 0 ? nothing : choosing)
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Buscar' } }}
      size="38rem"
      centered={false}
      yOffset="10dvh"
      padding={0}
      styles={{ body: { overflow: 'hidden' } }}
    >
      <TextInput
        data-autofocus
        // Escape closes only the palette and not a client card below it.
        data-mantine-stop-propagation="true"
        role="combobox"
        aria-label="Buscar clientes, pantallas y acciones"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={marked && `${list}-${marked.id}`}
        placeholder="Cliente, pantalla o acción…"
        spellCheck={false}
        size="lg"
        variant="unstyled"
        // Caret and marked line show the focus.
        styles={{ input: { outline: 'none' } }}
        p="0.35rem 0.5rem"
        style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={
          found.pending ? (
            <Loader size={18} aria-hidden />
          ) : (
            <CloseButton aria-label="Cerrar" data-mantine-stop-propagation="true" onKeyDown={press} onClick={onClose} />
          )
        }
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          setText(event.currentTarget.value)
          forget()
          setEnterWaits(false)
        }}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Resultados"
        className={classes.list}
        style={{ padding: groups.length > 0 ? '0.35rem' : 0 }}
      >
        {groups.map(({ title, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
          <div key={title} role="group" aria-labelledby={`${list}-${title}`}>
            <Text id={`${list}-${title}`} inherit p="0.5rem 0.6rem 0.25rem" fz="xs" fw={600} c="dimmed">
              {title}
            </Text>
            {entries.map((entry) => (
              <PaletteLine
                key={entry.id}
                id={`${list}-${entry.id}`}
                entry={entry}
                marked={entry === marked}
                onRun={run}
              />
            ))}
          </div>
        ))}
      </div>
      <Text role="status" c="dimmed" ta="center" p={note ? 'lg' : 0}>
        {note}
      </Text>
    </Dialog>
  )
}

const ClientExpiry = ({ expire }: { expire: string }) => <ExpiryDay expire={expire} today={useGymClock()?.today} />

const showLine = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

interface PaletteLineProps {
  id: string
  entry: PaletteEntry
  marked: boolean
  onRun: (entry: PaletteEntry) => void
}

/** One search result, a line of the list. */
function PaletteLine({ id, entry, marked, onRun }: PaletteLineProps) {
  const { Icon, label, hint, key, photo, expire } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: likewise; aria-activedescendant names the option.
    <div
      ref={marked ? showLine : null}
      id={id}
      role="option"
      aria-selected={marked}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
    >
      {photo !== undefined && <Picture src={photo} alt="" size={28} />}
      {Icon && <Icon size={20} stroke={1.6} aria-hidden />}
      <Text span truncate flex={1} miw={0}>
        {label}
      </Text>
      {key && <Kbd aria-hidden>{formatHotkey(key)}</Kbd>}
      {hint && (
        <Text span truncate flex="none" maw="45%" c="dimmed" size="sm">
          {hint}
        </Text>
      )}
      {expire && <ClientExpiry expire={expire} />}
    </div>
  )
}

const typingPause = 150

/** Clients whose name contains the text; empty if the text is empty. */
function useFoundClients(text: string): { clients: readonly ListedClient[]; pending: boolean; error: Error | null } {
  const { role } = useSignedInUser()
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  const allowed = isCallAllowed(role, 'clients.search')
  const input = { params: { name: asked }, query: { include_status: true } }
  const found = useEndpoint('clients.search', input, { enabled: allowed && asked !== '' })
  if (!allowed || wanted === '') return { clients: [], pending: false, error: null }
  const stale = asked !== wanted
  return {
    // While new results load, earlier results that also match the longer text stay visible.
    clients: (found.data ?? []).filter(({ name }) => !stale || (asked !== '' && containsWords(name, wanted))),
    pending: stale || found.isPending,
    error: stale ? null : found.error,
  }
}
