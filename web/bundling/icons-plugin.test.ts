import { expect, test } from 'vitest'
import { findIconPath } from './icons-plugin.ts'

const line = (d: string) => `<path fill="none" stroke="currentColor" d="${d}"/>`

test('the lines of a drawing are one path, wherever each begins', () => {
  expect(findIconPath({ body: line('M5 12h14') }, 'minus', 'drawn')).toBe('M5 12h14')
  const arrow = `<g fill="none">${line('m9 14l-4-4l4-4')}${line('M5 10h11')}</g>`
  expect(findIconPath({ body: arrow }, 'arrow', 'drawn')).toBe('M0 0m9 14l-4-4l4-4M5 10h11')
})

test('icons: an unknown icon or unexpected drawing fails the build', () => {
  expect(() => findIconPath(undefined, 'nothing', 'drawn')).toThrow('nothing')
  expect(() => findIconPath({ body: `${line('M1 1h1')}<circle r="2"/>` }, 'round', 'drawn')).toThrow('round')
})

test('nor is what else is said of a line dropped without a word', () => {
  const dot = '<path fill="currentColor" d="M1 1h1"/>'
  expect(() => findIconPath({ body: `<g fill="none">${line('M5 12h14')}${dot}</g>` }, 'dotted', 'drawn')).toThrow(
    'dotted',
  )
  expect(() => findIconPath({ body: '<path opacity=".3" d="M1 1h1"/>' }, 'pale', 'drawn')).toThrow('pale')
  expect(() => findIconPath({ body: line('M5 12h14') }, 'minus', 'filled')).toThrow('minus')
  expect(findIconPath({ body: dot }, 'dot', 'filled')).toBe('M1 1h1')
})
