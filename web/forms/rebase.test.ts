import { expect, test } from 'vitest'
import { concurrentChanges } from './rebase.ts'

interface Form {
  name: string
  phone: string
  days: string
}

const sent = [{ name: 'Ana ', phone: '1', days: '7,3,1' }]
const toBody = ({ days, ...values }: Form) => ({ ...values, days: days.split(',').map(Number) })
const stored = { name: 'Ana', phone: '0', days: '' }
const theirs = (known: Partial<Form>, changed: Partial<Form>) =>
  concurrentChanges(known, changed, { stored: { ...stored, ...changed }, sent, toBody })

test('form rebase: own saved values are not conflicts, and others’ newest counts', () => {
  expect(theirs({}, { name: 'Ana', phone: '2' })).toEqual({ phone: '2' })
  expect(theirs({ phone: '2' }, { phone: '3' })).toEqual({ phone: '3' })
  // It stands over what another wrote before; and what is as it was stays as it is known.
  expect(theirs({ phone: '2' }, { phone: '1' })).toEqual({})
  expect(theirs({ phone: '1' }, { name: 'Eva' })).toEqual({ phone: '1', name: 'Eva' })
})

test('form rebase: own values may be stored in another format', () => {
  expect(theirs({}, { days: '7, 3, 1' })).toEqual({})
  expect(theirs({}, { days: '7, 3' })).toEqual({ days: '7, 3' })
})
