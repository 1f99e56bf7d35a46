import { Checkbox, Group, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core'
import { addAmounts, formatMoney, fromCents, toCents } from '@torniquete/contract/shared/money.ts'
import { readTypedMoney, readTypedWholeNumber } from '@torniquete/contract/shared/parse-input.ts'
import { cashCountDiffersText } from '@torniquete/contract/shared/shift-error-texts.ts'
import {
  type CashDrawer,
  type CashShiftReport,
  denominations,
  NewCashDrawer,
} from '@torniquete/contract/till/cash-shifts.ts'
import { type KeyboardEvent, useState } from 'react'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ExpenseForm } from '../../features/expenses/ExpenseForm.tsx'
import { OpenDrawerShiftDialog } from '../../features/paying/ClosedCashDrawerNotice.tsx'
import { storeComputerDrawer, useDrawers } from '../../features/paying/current-cash-drawer.ts'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { makeOverdrawConfirmation } from '../../forms/ReasonDialog.tsx'
import { useActionForm, validateRequiredText } from '../../forms/use-action-form.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { NestedDialogBoundary } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { moveFocusByArrowKeys } from '../../kit/move-focus-by-arrow-keys.ts'
import { MoneyField, WholeNumberField } from '../../kit/ParsedField.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { canRecordShiftExpense, useShiftCashMovements } from './CashShiftsPage.tsx'
import { formatCashMovementTitle, printCashMovement, ShiftReportDialog } from './ShiftPaper.tsx'

export function OpenShift() {
  const id = useDialogPathId()
  return <OpenDrawerShiftDialog id={id} onClose={useCloseDialog()} />
}

const ways = [
  { value: 'out', label: 'Salida' },
  { value: 'in', label: 'Entrada' },
] as const

function moveErrors({ amount, reason }: { amount: string; reason: string }) {
  const { value, error } = readTypedMoney(amount)
  return {
    amount: !(Number(value) > 0) && (error ?? 'Debe ser mayor que cero'),
    reason: validateRequiredText(reason),
  }
}

function MoveForm({ id }: { id: number }) {
  const { user, role } = useSignedInUser()
  const moves = useShiftCashMovements(id).data
  const { form, field, dialog } = useActionForm({
    values: { way: 'out' as 'in' | 'out', amount: '', reason: '' },
    validate: moveErrors,
    run: ({ way, amount, reason }, send, confirmed) =>
      send('cash-shifts.move', {
        params: { id },
        body: { amount, out: way === 'out', reason: reason.trim(), ...(confirmed && { confirm: true }) },
        label: `La ${way === 'out' ? 'salida' : 'entrada'} de caja por ${formatMoney(amount)}`,
      }),
    done: getCallSuccessText('cash-shifts.move'),
    detail: (_, { way, amount }) => `${formatCashMovementTitle(way === 'out')} · ${formatMoney(amount)}`,
    offer: ({ drawer }, { way, ...move }) => ({
      label: 'Imprimir recibo',
      run: () =>
        void printCashMovement({
          ...move,
          reason: move.reason.trim(),
          out: way === 'out',
          drawer: drawer.name,
          at: now(),
          by: user.name,
        }),
    }),
    showsError: true,
    asks: makeOverdrawConfirmation(({ amount }: { amount: string }) => `Revisa el importe: ${formatMoney(amount)}.`),
  })
  return (
    <FormDialog
      {...dialog}
      title="Entrada o salida de caja"
      submitLabel="Registrar"
      pendingLabel="Registrando"
      size="md"
    >
      <SegmentedControl
        aria-label="Qué se registra"
        data={[...ways]}
        value={form.values.way}
        onChange={(way) => form.setFieldValue('way', way)}
      />
      <MoneyField required data-autofocus {...field('amount', 'Importe')} />
      <TextInput required maxLength={255} {...field('reason', 'Motivo')} />
      {canRecordShiftExpense(user, role, moves) && (
        <Text size="sm" c="dimmed">
          Lo que se paga con recibo se registra con «Gasto de la caja»: también sale de esta caja.
        </Text>
      )}
    </FormDialog>
  )
}

export function NewCashMovement() {
  const id = useDialogPathId()
  return <CloseIfCallPendingAtLoad>{() => <MoveForm id={id} />}</CloseIfCallPendingAtLoad>
}

export function NewDrawerExpense() {
  const id = useDialogPathId()
  return <CloseIfCallPendingAtLoad>{() => <ExpenseForm shift={id} />}</CloseIfCallPendingAtLoad>
}

/** Closes a shift. The expected amount is shown only in the Z report, after the user has counted the cash. */
export function CloseShift() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const [z, setZ] = useState<CashShiftReport | null>(null)
  if (z) return <ShiftReportDialog report={z} onClose={close} />
  return <CloseIfCallPendingAtLoad>{() => <CloseShiftForm id={id} onClosed={setZ} />}</CloseIfCallPendingAtLoad>
}

export function ShiftReportRoute() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const query = useEndpoint('cash-shifts.report', { params: { id } })
  if (query.data) return <ShiftReportDialog report={query.data} onClose={close} />
  return <LoadingDialog title="Caja" size="lg" query={query} onClose={close} />
}

const toValues = (drawer: CashDrawer | null) => ({
  name: drawer?.name ?? '',
  is_hidden: drawer?.is_hidden ?? false,
})

function DrawerForm({ stored }: { stored: StoredRow<CashDrawer> | null }) {
  const { field, dialog } = useRecordForm({
    stored,
    toValues,
    validate: makeValidator(NewCashDrawer),
    create: async ({ name }, send) => {
      const made = await send('cash-shifts.create-drawer', { body: { name } })
      storeComputerDrawer(made.id)
      return made
    },
    update: ({ id }, body, _, send) => send('cash-shifts.update-drawer', { params: { id }, body }),
    created: 'Caja creada: es la de esta computadora',
    updated: 'Caja guardada',
    detail: ({ name }) => name,
  })
  return (
    <FormDialog {...dialog} entity="Caja" size="md">
      <TextInput placeholder="Mostrador" required maxLength={40} {...field('name', 'Nombre')} />
      {stored && <Checkbox {...field('is_hidden', 'Ya no se usa', { type: 'checkbox' })} />}
    </FormDialog>
  )
}

export const NewDrawer = () => <DrawerForm stored={null} />

export function EditDrawer() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const { query } = useDrawers(true)
  const row = query.data?.find((each) => each.id === id)
  if (row) return <DrawerForm stored={{ row, tag: null }} />
  const error = query.error ?? (query.data ? new Error('La caja ya no está.') : null)
  return <LoadingDialog title="Editar Caja" size="md" query={{ error, refetch: query.refetch }} onClose={close} />
}

const uncountedText = 'Cuenta la caja; si está vacía, escribe 0'

function countsOf(typed: Readonly<Record<string, string>>, loose: string) {
  const pieces = denominations.map((value) => ({
    value,
    read: readTypedWholeNumber(typed[value] || '0', 0, mostPieces).value,
  }))
  const rest = readTypedMoney(loose || '0').value
  if (rest === undefined || pieces.some(({ read }) => read === undefined)) return null
  const counts = pieces.flatMap(({ value, read = 0 }) => (read > 0 ? [{ value: `${value}.00`, pieces: read }] : []))
  const cents = counts.reduce((sum, each) => sum + (toCents(each.value) ?? 0) * each.pieces, toCents(rest) ?? 0)
  // Money not counted by denomination counts as one piece of its own value, or as one more piece of an equal
  // denomination.
  const same = counts.find(({ value }) => value === rest)
  if (same) same.pieces += 1
  else if (Number(rest) > 0) counts.push({ value: rest, pieces: 1 })
  return { counts, counted: fromCents(cents) }
}

function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

const nothing = { line: '', pieces: {} as Readonly<Record<string, string>>, loose: '', note: '' }
type CloseValues = typeof nothing

// True if nothing was counted. Even an empty drawer needs an explicit 0, because the close is final.
const isUncounted = ({ loose, pieces }: CloseValues) => loose === '' && !Object.values(pieces).some(Boolean)

function countErrors(values: CloseValues) {
  const read = parseCashCount(values.line)
  return {
    line: 'unread' in read && `No se entiende «${read.unread}»: escribe piezas x valor, como 3x50`,
    [`pieces.${denominations[0]}`]: isUncounted(values) && uncountedText,
    // An invalid field makes the count invalid, and shows its own error.
    count: countsOf(values.pieces, values.loose) === null && uncountedText,
  }
}

/** Form for a blind close: the user types the count without seeing the expected amount. */
export function CloseShiftForm({ id, onClosed }: { id: number; onClosed: (z: CashShiftReport) => void }) {
  const { form, field, dialog } = useActionForm({
    values: nothing,
    validate: countErrors,
    run: ({ pieces, loose, note }, send, confirmed) =>
      send('cash-shifts.close', {
        params: { id },
        body: { counts: countsOf(pieces, loose)?.counts ?? [], refuse_far: !confirmed, note: note || null },
        label: 'El cierre de caja',
      }),
    done: getCallSuccessText('cash-shifts.close'),
    onSaved: onClosed,
    showsError: true,
    asks: {
      about: (error) => error?.message === cashCountDiffersText,
      question: (answers, { pieces, loose }) => (
        <NestedDialogBoundary>
          <ConfirmDialog
            title="¿Seguro que contaste bien?"
            confirmLabel="Cerrar de todos modos"
            cancelLabel="Contar de nuevo"
            {...answers}
          >
            Contaste {formatMoney(countsOf(pieces, loose)?.counted)}. {cashCountDiffersText} El cierre no se puede
            corregir después.
          </ConfirmDialog>
        </NestedDialogBoundary>
      ),
    },
  })
  const { line, pieces, loose } = form.values
  const counted = 'unread' in parseCashCount(line) ? null : countsOf(pieces, loose)
  const typeLine = (next: string) => {
    const count = parseCashCount(next)
    form.setValues({ line: next, ...(!('unread' in count) && count) })
  }
  return (
    <FormDialog
      {...dialog}
      dirty={!isUncounted(form.values) || form.values.note !== '' || form.values.line !== ''}
      title="Cerrar caja"
      submitLabel="Cerrar caja"
      pendingLabel="Cerrando"
      size="lg"
      careful
      summary={
        <Group justify="space-between" role="status" mb="sm">
          <Text>Contado</Text>
          <Money value={counted?.counted ?? '0.00'} bold />
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        Cuenta las piezas de cada valor, con el fondo inicial. Las flechas pasan de un valor a otro, Fin va a «Otras
        monedas» y ahí Intro cierra. Lo esperado se muestra después de cerrar.
      </Text>
      <TextInput
        placeholder="1x1000 1x500 1x50 0.50"
        // Enter and the initial focus skip this field, because most people count by denomination.
        data-aside
        autoComplete="off"
        {...field('line', 'Escribe el conteo')}
        onChange={(event) => typeLine(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
      <SimpleGrid onKeyDown={moveFocusByArrowKeys} cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="xs">
        {denominations.map((value, at) => (
          <WholeNumberField
            key={value}
            min={0}
            max={mostPieces}
            placeholder="0"
            data-autofocus={at === 0 || undefined}
            // The cast is needed because the type of `field` knows only the top-level fields.
            {...field(`pieces.${value}` as 'pieces', formatMoney(value))}
            onChange={(next) => form.setValues({ line: '', pieces: { ...form.getValues().pieces, [value]: next } })}
          />
        ))}
        <MoneyField
          placeholder="0.00"
          {...field('loose', 'Otras monedas')}
          onChange={(next) => form.setValues({ line: '', loose: next })}
          onKeyDown={submitOnEnter}
        />
      </SimpleGrid>
      <TextInput maxLength={255} {...field('note', 'Nota')} onKeyDown={submitOnEnter} />
    </FormDialog>
  )
}

// Largest number of pieces of one denomination.
const mostPieces = 100_000

interface TypedCount {
  pieces: Readonly<Record<string, string>>
  /** Money not counted by denomination, as decimal text; '' if there is none. */
  loose: string
}

/** Parses a count typed on one line: `1x1000 2x50 0.50`. Returns the part that is not readable if there is one. */
export function parseCashCount(line: string): TypedCount | { unread: string } {
  const pieces = new Map<string, number>()
  let loose = '0.00'
  const joined = line.replace(/\s*[x×*]\s*/gi, 'x')
  for (const part of joined.split(/[\s+;]+/).filter(Boolean)) {
    const [, times = '1', worth = ''] = /^(?:([\d,]+)x)?(.+)$/.exec(part) ?? []
    const count = readTypedWholeNumber(times, 0, mostPieces).value
    const amount = readTypedMoney(worth).value
    if (count === undefined || amount === undefined) return { unread: part }
    const denomination = part.includes('x') ? denominations.find((value) => `${value}.00` === amount) : undefined
    if (denomination) pieces.set(denomination, (pieces.get(denomination) ?? 0) + count)
    else loose = addAmounts([loose, fromCents(count * (toCents(amount) ?? 0))])
  }
  return {
    pieces: Object.fromEntries([...pieces].map(([value, count]) => [value, String(count)])),
    loose: loose === '0.00' && !/(^|[\sx])0/.test(joined) ? '' : loose,
  }
}
