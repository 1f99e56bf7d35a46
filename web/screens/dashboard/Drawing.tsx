import { Skeleton, VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import chart from '../../kit/chart.module.css'
import { LoadError } from '../../kit/LoadError.tsx'
import type * as drawings from './drawings.tsx'

type Drawings = UseQueryResult<typeof drawings>

/**
 * The code that draws, heavier than all the rest of the page: asked for once a chart is near. As a query, because it
 * comes over the same line that drops as the figures: it is asked for again, and may be by hand.
 */
export const useDrawings = (near: boolean): Drawings =>
  useQuery({
    queryKey: ['code', 'dashboard/drawings'],
    queryFn: () => import('./drawings.tsx'),
    enabled: near,
    staleTime: Number.POSITIVE_INFINITY,
  })

const notLoaded = { name: 'No se pudo cargar el gráfico', message: 'Sus números están en la tabla.' }

interface DrawingProps {
  code: Drawings
  /** The chart in words. */
  description: string
  /** Px that it takes, so that nothing jumps when it comes. */
  height: number
  children: (code: typeof drawings) => ReactNode
}

export function Drawing({ code, description, height, children }: DrawingProps) {
  const { data, error, isFetching, refetch } = code
  if (data)
    return (
      <div role="img" aria-label={description} className={chart.palette}>
        {children(data)}
      </div>
    )
  if (error) return <LoadError error={notLoaded} pending={isFetching} onRetry={refetch} />
  return (
    <Skeleton height={height}>
      <VisuallyHidden>Cargando…</VisuallyHidden>
    </Skeleton>
  )
}
