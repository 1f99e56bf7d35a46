import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEndpoint } from '../api/use-endpoint.ts'
import { useStoredRow } from '../forms/use-stored-row.ts'
import { renderAtPath, sentRequests, setFakeAnswers } from '../testing/render.tsx'
import { SpinnerOrLoadError } from './LoadError.tsx'

function List() {
  const query = useEndpoint('suppliers.list', {})
  return query.data ? <p>Cargado</p> : <SpinnerOrLoadError queries={[query]} />
}

function Row() {
  const { stored, query } = useStoredRow('suppliers.read', { params: { id_supplier: 5 } })
  return stored ? <p>Cargado</p> : <SpinnerOrLoadError queries={[query]} />
}

test.each([
  ['list', List],
  ['row', Row],
])('failed read of a %s: the retry button keeps the focus until data arrives', async (_, Page) => {
  let give: (answer: { status?: number; json: unknown }) => void = () => undefined
  const refusal = { status: 404, json: { detail: 'No existe' } }
  setFakeAnswers(() => (sentRequests.length === 1 ? refusal : new Promise((resolve) => (give = resolve))))
  const hand = renderAtPath(<Page />)
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  await hand.click(retry)
  await hand.keyboard('{Enter}')
  await waitFor(() => expect(sentRequests).toHaveLength(2))
  expect([document.activeElement, retry.getAttribute('aria-disabled')]).toEqual([retry, 'true'])
  give(refusal)
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull())
  expect(document.activeElement).toBe(retry)
  await hand.keyboard('{Enter}')
  await waitFor(() => expect(sentRequests).toHaveLength(3))
  give({ json: [] })
  expect(await screen.findByText('Cargado')).toBeTruthy()
})
