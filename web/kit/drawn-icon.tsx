import type { ComponentPropsWithRef } from 'react'

interface ShapeProps extends Omit<ComponentPropsWithRef<'svg'>, 'stroke'> {
  size?: number
}

const pen = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export function drawn(d: string) {
  return ({ size = 24, stroke = 2, ...others }: ShapeProps & { stroke?: number }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: who shows it names it or hides it.
    <svg viewBox="0 0 24 24" width={size} height={size} {...pen} strokeWidth={stroke} {...others}>
      <path d={d} />
    </svg>
  )
}

export function filled(d: string) {
  return ({ size = 24, ...others }: ShapeProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: who shows it names it or hides it.
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" {...others}>
      <path d={d} />
    </svg>
  )
}
