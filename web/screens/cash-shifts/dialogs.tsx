// What opens over the page of the drawer: opening, what is put in and taken out, the blind close, X and Z, the drawers themselves.
import { Checkbox, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type CashDrawer, type CashReport, denominations, NewCashDrawer } from '@torniquete/contract/cash-shifts.ts'
import { fromCents, showMoney, toCents } from '@torniquete/contract/money.ts'
import { readMoney, readWholeNumber, requiredText } from '@torniquete/contract/typed.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { chooseDrawer, useDrawers } from '../../features/paying/own-drawer.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { validateWith } from '../../forms/form-errors.ts'
import { ReasonField } from '../../forms/ReasonField.tsx'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { ReportDialog } from './ShiftPaper.tsx'

export function OpenShift() {
  const id_drawer = useDialogId()
  const close = useCloseDialog()
  const [amount, setAmount] = useState('')
  const [tried, setTried] = useState(false)
  const { value } = readMoney(amount)
  const save = useSave({
    run: (counted: string, send) => send('cash-shifts.open', { body: { id_drawer, amount: counted } }),
    done: 'Caja abierta',
    detail: ({ drawer, opened }) => `${drawer.name} · ${showMoney(opened.amount)}`,
    onSaved: close,
    failure: () => null,
  })
  return (
    <FormDialog
      title="Abrir caja"
      submitLabel="Abrir"
      pendingLabel="Abriendo"
      size="md"
      pending={save.pending}
      unanswered={save.unanswered}
      error={save.error?.message}
      dirty={amount !== ''}
      onClose={close}
      onSubmit={() => {
        setTried(true)
        if (value !== undefined) save.submit(value)
      }}
    >
      <MoneyField
        label="Dinero que hay en la caja"
        required
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={tried && value === undefined && requiredText}
      />
    </FormDialog>
  )
}

const ways = [
  { value: 'out', label: 'Salida' },
  { value: 'in', label: 'Entrada' },
] as const

function MoveForm({ id, onClose }: { id: number; onClose: () => void }) {
  const [way, setWay] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { value } = readMoney(amount)
  const missing = reason.trim() === ''
  const some = value !== undefined && Number(value) > 0
  const save = useSave({
    run: (body: { amount: string; out: boolean; reason: string }, send) =>
      send('cash-shifts.move', {
        params: { id },
        body,
        label: `La ${body.out ? 'salida' : 'entrada'} de caja por ${showMoney(body.amount)}`,
      }),
    done: bookedText('cash-shifts.move'),
    detail: (_, body) => `${body.out ? 'Salida' : 'Entrada'} · ${showMoney(body.amount)}`,
    onSaved: onClose,
    onGivenUp: onClose,
    failure: () => null,
  })
  return (
    <FormDialog
      title="Entrada o salida de caja"
      submitLabel="Registrar"
      pendingLabel="Registrando"
      size="md"
      pending={save.pending}
      unanswered={save.unanswered}
      error={save.error?.message}
      dirty={amount !== '' || !missing}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (some && !missing) save.submit({ amount: value, out: way === 'out', reason: reason.trim() })
      }}
    >
      <Segments label="Qué se registra" choices={ways} value={way} onChange={setWay} />
      <MoneyField
        label="Importe"
        required
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={tried && !some && (value === undefined ? requiredText : 'Debe ser mayor que cero')}
      />
      <ReasonField value={reason} onChange={setReason} tried={tried} />
      <Text size="sm" c="dimmed">
        Lo que se paga con recibo se registra como gasto: también sale de esta caja.
      </Text>
    </FormDialog>
  )
}

export function MoveCash() {
  const id = useDialogId()
  return <UnlessUnanswered>{(onClose) => <MoveForm id={id} onClose={onClose} />}</UnlessUnanswered>
}

const most = 100_000

/** Typed pieces by denomination; undefined where one cannot be read. */
function countsOf(typed: Readonly<Record<string, string>>, loose: string) {
  const pieces = denominations.map((value) => ({ value, read: readWholeNumber(typed[value] || '0', 0, most).value }))
  const rest = readMoney(loose || '0').value
  if (rest === undefined || pieces.some(({ read }) => read === undefined)) return null
  const counts = pieces.flatMap(({ value, read = 0 }) => (read > 0 ? [{ value: `${value}.00`, pieces: read }] : []))
  const cents = counts.reduce((sum, each) => sum + (toCents(each.value) ?? 0) * each.pieces, toCents(rest) ?? 0)
  // What is not counted piece by piece is one of its own worth; a denomination with that worth takes it.
  const same = counts.find(({ value }) => value === rest)
  if (same) same.pieces += 1
  else if (Number(rest) > 0) counts.push({ value: rest, pieces: 1 })
  return { counts, counted: fromCents(cents) }
}

function CloseForm({ id, onClose, onClosed }: { id: number; onClose: () => void; onClosed: (z: CashReport) => void }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [loose, setLoose] = useState('')
  const [note, setNote] = useState('')
  const counted = countsOf(typed, loose)
  const save = useSave({
    run: (counts: { value: string; pieces: number }[], send) =>
      send('cash-shifts.close', { params: { id }, body: { counts, note: note || null }, label: 'El cierre de caja' }),
    done: bookedText('cash-shifts.close'),
    onSaved: onClosed,
    onGivenUp: onClose,
    failure: () => null,
  })
  return (
    <FormDialog
      title="Cerrar caja"
      submitLabel="Cerrar caja"
      pendingLabel="Cerrando"
      size="lg"
      careful
      pending={save.pending}
      unanswered={save.unanswered}
      error={save.error?.message}
      dirty={loose !== '' || note !== '' || Object.values(typed).some(Boolean)}
      onClose={onClose}
      summary={
        <Group justify="space-between" role="status">
          <Text>Contado</Text>
          <Money value={counted?.counted ?? '0.00'} bold />
        </Group>
      }
      onSubmit={() => counted && save.submit(counted.counts)}
    >
      <Text size="sm" c="dimmed">
        Cuenta las piezas de cada valor, con el fondo inicial. Lo esperado se muestra después de cerrar.
      </Text>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="xs">
        {denominations.map((value, at) => (
          <WholeNumberField
            key={value}
            label={showMoney(value)}
            min={0}
            max={most}
            placeholder="0"
            data-autofocus={at === 0 || undefined}
            value={typed[value] ?? ''}
            onChange={(next) => setTyped((before) => ({ ...before, [value]: next }))}
          />
        ))}
        <MoneyField label="Otras monedas" placeholder="0.00" value={loose} onChange={setLoose} />
      </SimpleGrid>
      <TextInput
        label="Nota"
        maxLength={255}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** What was expected is told by its answer, to whoever counted. */
export function CloseShift() {
  const id = useDialogId()
  const close = useCloseDialog()
  const [z, setZ] = useState<CashReport | null>(null)
  if (z) return <ReportDialog report={z} onClose={close} />
  return <UnlessUnanswered>{() => <CloseForm id={id} onClose={close} onClosed={setZ} />}</UnlessUnanswered>
}

export function ShiftReport() {
  const id = useDialogId()
  const close = useCloseDialog()
  const query = useEndpoint('cash-shifts.report', { params: { id } })
  if (query.data) return <ReportDialog report={query.data} onClose={close} />
  return <LoadingDialog title="Caja" size="lg" query={query} onClose={close} />
}

const valuesOf = (drawer: CashDrawer | null) => ({
  name: drawer?.name ?? '',
  is_hidden: drawer?.is_hidden ?? false,
})
type DrawerValues = ReturnType<typeof valuesOf>
const bodyOf = (values: DrawerValues) => values

function DrawerForm({ stored }: { stored: Stored<CashDrawer> | null }) {
  const { field, dialog } = useRecordForm({
    stored,
    valuesOf,
    bodyOf,
    validate: validateWith(NewCashDrawer, bodyOf),
    create: async ({ name }, send) => {
      const made = await send('cash-shifts.create-drawer', { body: { name } })
      chooseDrawer(made.id)
      return made
    },
    update: ({ id }, body, _, send) => send('cash-shifts.update-drawer', { params: { id }, body }),
    created: 'Caja creada: es la de esta computadora',
    updated: 'Caja guardada',
    detail: ({ name }) => name,
  })
  return (
    <FormDialog {...dialog} entity="Caja" submitLabel={stored ? 'Guardar cambios' : 'Crear'} size="md">
      <TextInput label="Nombre" placeholder="Mostrador" required maxLength={40} autoComplete="off" {...field('name')} />
      {stored && <Checkbox label="Ya no se usa" {...field('is_hidden', { type: 'checkbox' })} />}
    </FormDialog>
  )
}

export const NewDrawer = () => <DrawerForm stored={null} />

export function EditDrawer() {
  const id = useDialogId()
  const close = useCloseDialog()
  const { query } = useDrawers(true)
  const row = query.data?.find((each) => each.id === id)
  if (row) return <DrawerForm key={id} stored={{ row, tag: null, reload: query.refetch }} />
  const error = query.error ?? (query.data ? new Error('La caja ya no está.') : null)
  return <LoadingDialog title="Editar Caja" size="md" query={{ ...query, error }} onClose={close} />
}
