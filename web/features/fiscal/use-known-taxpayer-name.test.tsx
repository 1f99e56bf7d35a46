import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath, setFakeAnswers } from '../../testing/render.tsx'
import { useFillTaxpayerName } from './use-known-taxpayer-name.ts'

function Fields() {
  const [taxId, setTaxId] = useState('')
  const [name, setName] = useState('')
  useFillTaxpayerName(taxId, name, setName)
  return (
    <>
      <input aria-label="RNC" value={taxId} onChange={(event) => setTaxId(event.currentTarget.value)} />
      <input aria-label="Nombre" value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </>
  )
}

test('known name: is filled in, and taken away with its RNC, unless another name is typed', async () => {
  setFakeAnswers(({ path }) => ({
    json: { tax_id: 'x', legal_name: path.endsWith('/101850043') ? 'Comercial SRL' : null },
  }))
  const hand = renderAtPath(<Fields />)
  const [taxId, name] = [await screen.findByLabelText('RNC'), screen.getByLabelText('Nombre')]
  await hand.type(taxId, '101850043')
  await waitFor(() => expect(name).toHaveProperty('value', 'Comercial SRL'))
  await hand.clear(taxId)
  await hand.type(taxId, '131246796')
  await waitFor(() => expect(name).toHaveProperty('value', ''))
  await hand.type(name, 'Otro')
  await hand.clear(taxId)
  await hand.type(taxId, '101850043')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(name).toHaveProperty('value', 'Otro')
})
