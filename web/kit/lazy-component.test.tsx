import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { makeLazyComponent } from './lazy-component.tsx'

test('lazy component: shows an error if its code does not load, and loads it at the next attempt', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fetchCode = vi.fn<() => Promise<() => string>>()
  fetchCode.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(() => 'Gráficos')
  const Part = makeLazyComponent(fetchCode, 'Cargando…')
  renderAtPath(<Part />)
  await screen.findByText('Cargando…')
  await screen.findByText('No se pudo cargar esta parte')
  expect(fetchCode).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Gráficos')
})
