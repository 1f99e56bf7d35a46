import { type DocumentKind, findDocumentType } from '@torniquete/contract/document-types.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { useEffect, useState } from 'react'
import { isFinalRefusal, isVersionConflict } from '../../api/api-error.ts'
import type { OutboxCallName } from '../../api/outbox-calls.ts'
import { type UndoControls, undoControlsStore } from '../../forms/undo.ts'
import { useSave } from '../../forms/use-save.ts'
import { toast } from '../../kit/toast.ts'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { isDialogOpen } from '../../kit/use-page-shortcuts.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { billKinds } from '../bills/bill-content.ts'
import { VoidDialog } from '../bills/VoidDialog.tsx'
import { VoidCollection } from '../collections/VoidCollection.tsx'
import {
  fillUndoReason,
  findOtherTicketEntry,
  formatUndoDenial,
  formatUndoEntry,
  formatUndoReason,
  makeUndoEntries,
  makeUndoInput,
  readUndoEntries,
  removeUndoneEdit,
  removeUndoneEntries,
  storeUndoEntries,
  type UndoEntry,
} from './undo-entries.ts'

const changedSince = () => Object.assign(new Error('Se modificó después: queda como está.'), { name: 'No se deshizo' })

function useEntries(user: number) {
  const name = `undo:${user}`
  // The cleanup removes the undo entries when another user logs in.
  useEffect(() => () => sessionStorage.removeItem(name), [name])
  return {
    read: () => readUndoEntries(name),
    change: (next: (entries: readonly UndoEntry[]) => readonly UndoEntry[]) =>
      storeUndoEntries(name, next(readUndoEntries(name))),
  }
}

const billWords: Partial<Record<DocumentKind, { title: string; consequence: string }>> = billKinds

/** Undoes the last action by its inverse call. If that voids a document, the user must confirm it first. */
export function UndoController() {
  const { user, role } = useSignedInUser()
  const { read, change } = useEntries(user.id)
  const [asked, setAsked] = useState<{ entry: UndoEntry; reason: string } | null>(null)
  const drop = (entry: UndoEntry) => change((entries) => entries.filter(({ key }) => key !== entry.key))
  const { submit } = useSave({
    run: async ({ call, input, ...entry }: UndoEntry, send) => {
      // The cast is safe, because the call and its input were type-checked when the entry was stored.
      const sendAny = send as (name: typeof call, input: object) => Promise<unknown>
      try {
        return await sendAny(call, { ...makeUndoInput({ call, input, ...entry }), idempotencyKey: entry.key })
      } catch (error) {
        if (isFinalRefusal(error)) drop({ call, input, ...entry })
        throw error instanceof Error && isVersionConflict(error) ? changedSince() : error
      }
    },
    done: 'Deshecho',
    detail: (_, entry) => formatUndoEntry(entry),
    onSaved: (result, entry) => change((entries) => removeUndoneEdit(entries, entry, result)),
  })
  const begin = (entry: UndoEntry | undefined) => {
    if (!entry) toast.info('No hay nada que deshacer', 'Se puede durante cinco minutos.')
    // An action that the user may not undo stays until it expires, so that the next press undoes no older action.
    else if (entry.denied) toast.info('Tu rol no puede deshacerlo', formatUndoDenial(entry))
    else if (entry.document) {
      // The toast would cover the confirmation, so it is closed.
      toast.close()
      setAsked({ entry, reason: formatUndoReason(entry) })
    } else {
      const sent = fillUndoReason(entry)
      change((entries) => entries.map((each) => (each.key === sent.key ? sent : each)))
      submit(sent)
    }
  }
  const acts: UndoControls = {
    offer: (done) => {
      const before = read().length
      change((entries) => removeUndoneEntries(entries, done.sent))
      // A call that undid an entry gets no entry of its own, so an undo cannot be undone.
      if (read().length < before) return undefined
      const made = makeUndoEntries(done, (call) => isCallAllowed(role, call))
      const entry = made.at(-1)
      if (!entry) return undefined
      change((entries) => [...entries, ...made])
      const kept = () => read().find(({ key }) => key === entry.key)
      if (entry.denied || !kept()) return undefined
      return { label: 'Deshacer', run: () => begin(kept()) }
    },
    last: () => {
      const entry = read().at(-1)
      return entry && !entry.denied ? formatUndoEntry(entry) : null
    },
    undoLast: () => begin(read().at(-1)),
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only person and role change what the actions do.
  useEffect(() => {
    undoControlsStore.set(acts)
    return () => undoControlsStore.set(null)
  }, [user.id, role])
  // In a text field, Ctrl + Z is the browser's own undo.
  useKeyboardShortcuts([[hotkeys.undo, () => !isDialogOpen() && begin(read().at(-1))]], { whileTyping: false })
  if (!asked?.entry.document) return null
  const { entry, reason } = asked
  const { kind, id, number } = asked.entry.document
  const end = () => setAsked(null)
  if (kind === 'collection')
    return <VoidCollection key={entry.key} id={id} reason={reason} onClose={end} onVoided={end} />
  const bill = billWords[kind]
  return (
    <VoidDialog
      key={entry.key}
      kind={kind}
      voidCall={entry.call as OutboxCallName & `${string}.void`}
      consequence={bill?.consequence ?? 'Su importe vuelve al balance de hoy.'}
      id={id}
      name={`${bill?.title ?? findDocumentType(kind)?.title} N.º ${number}`}
      about={formatUndoEntry(entry)}
      reason={reason}
      submitLabel="Anular"
      onClose={end}
      onVoided={() => {
        end()
        const other = findOtherTicketEntry(read(), entry)
        if (other) begin(other)
      }}
    />
  )
}
