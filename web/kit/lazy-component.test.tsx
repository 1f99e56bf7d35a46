import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { makeLazyComponent } from './lazy-component.tsx'

test('lazy component: shows an error if the server no longer has its code', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fetchCode = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('404'))
  const Part = makeLazyComponent(fetchCode, 'Cargando…')
  renderAtPath(<Part />)
  await screen.findByText('Cargando…')
  await screen.findByText('No se pudo cargar esta parte')
  expect(fetchCode).toHaveBeenCalledOnce()
})
