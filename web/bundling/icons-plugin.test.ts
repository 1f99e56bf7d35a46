import { expect, test } from 'vitest'
import { pathOf } from './icons-plugin.ts'

const line = (d: string) => `<path fill="none" stroke="currentColor" d="${d}"/>`

test('the lines of a drawing are one path, wherever each begins', () => {
  expect(pathOf({ body: line('M5 12h14') }, 'minus', 'drawn')).toBe('M5 12h14')
  const arrow = `<g fill="none">${line('m9 14l-4-4l4-4')}${line('M5 10h11')}</g>`
  expect(pathOf({ body: arrow }, 'arrow', 'drawn')).toBe('M0 0m9 14l-4-4l4-4M5 10h11')
})

test('icons: an unknown icon or unexpected drawing fails the build', () => {
  expect(() => pathOf(undefined, 'nothing', 'drawn')).toThrow('nothing')
  expect(() => pathOf({ body: `${line('M1 1h1')}<circle r="2"/>` }, 'round', 'drawn')).toThrow('round')
})

test('nor is what else is said of a line dropped without a word', () => {
  const dot = '<path fill="currentColor" d="M1 1h1"/>'
  expect(() => pathOf({ body: `<g fill="none">${line('M5 12h14')}${dot}</g>` }, 'dotted', 'drawn')).toThrow('dotted')
  expect(() => pathOf({ body: '<path opacity=".3" d="M1 1h1"/>' }, 'pale', 'drawn')).toThrow('pale')
  expect(() => pathOf({ body: line('M5 12h14') }, 'minus', 'filled')).toThrow('minus')
  expect(pathOf({ body: dot }, 'dot', 'filled')).toBe('M1 1h1')
})
