import { expect, test } from 'vitest'
import { readEvents, type StreamEvent } from './event-parser.ts'

/** Feeds the text in chunks of `size` characters. */
function feed(text: string, size: number): StreamEvent[] {
  const found: StreamEvent[] = []
  let rest = ''
  for (let at = 0; at < text.length; at += size) {
    const read = readEvents(rest + text.slice(at, at + size))
    found.push(...read.events)
    rest = read.rest
  }
  return found
}

const stream = [
  ': despierto\n\n',
  'id: 4\ndata: ["{}"]\n\n',
  'event: changes\ndata: ["clients"]\n\n',
  'id:5\r\ndata: uno\r\ndata: dos\r\n\r\n',
  '\n\n\ndata\n\n',
  'data: incompleto\n',
].join('')

const expected: StreamEvent[] = [
  { event: 'message', data: '["{}"]', id: '4' },
  { event: 'changes', data: '["clients"]', id: null },
  { event: 'message', data: 'uno\ndos', id: '5' },
  { event: 'message', data: '', id: null },
]

test('event parser: reads the same events from any chunks', () => {
  for (let size = 1; size <= stream.length; size++) expect(feed(stream, size)).toEqual(expected)
})

test('event parser: keeps an incomplete event', () => {
  expect(readEvents('data: a\n\ndata: b\n')).toEqual({
    events: [{ event: 'message', data: 'a', id: null }],
    rest: 'data: b\n',
  })
})
