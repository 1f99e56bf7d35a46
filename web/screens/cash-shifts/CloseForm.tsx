// The blind close of a shift: what is counted is typed first, what was expected is told by the answer.
import { Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type CashReport, denominations } from '@torniquete/contract/cash-shifts.ts'
import { fromCents, showMoney, toCents } from '@torniquete/contract/money.ts'
import { readMoney, readWholeNumber } from '@torniquete/contract/typed.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'

const most = 100_000
const uncountedText = 'Cuenta la caja; si está vacía, escribe 0'

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

interface CloseFormProps {
  id: number
  onClose: () => void
  onClosed: (z: CashReport) => void
}

export function CloseForm({ id, onClose, onClosed }: CloseFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [loose, setLoose] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const counted = countsOf(typed, loose)
  // A drawer with nothing in it is counted as one: it closes for good.
  const uncounted = loose === '' && !Object.values(typed).some(Boolean)
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
      {...save.dialog}
      dirty={!uncounted || note !== ''}
      onClose={onClose}
      summary={
        <Group justify="space-between" role="status" mb="sm">
          <Text>Contado</Text>
          <Money value={counted?.counted ?? '0.00'} bold />
        </Group>
      }
      onSubmit={() => {
        setTried(true)
        if (counted && !uncounted) save.submit(counted.counts)
      }}
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
            error={at === 0 && tried && uncounted && uncountedText}
            onChange={(next) => setTyped((before) => ({ ...before, [value]: next }))}
          />
        ))}
        <MoneyField label="Otras monedas" placeholder="0.00" value={loose} onChange={setLoose} />
      </SimpleGrid>
      <TextInput label="Nota" maxLength={255} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </FormDialog>
  )
}
