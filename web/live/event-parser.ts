// Parses server-sent events from chunks of text (HTML standard, §9.2).
export interface StreamEvent {
  /** 'message' by default. */
  event: string
  data: string
  /** The event's `id:`; null without one. */
  id: string | null
}

function readEvent(block: string): StreamEvent | null {
  const data: string[] = []
  let event = 'message'
  let id: string | null = null
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'event') event = value
    if (field === 'id') id = value
  }
  return data.length > 0 || id !== null ? { event, data: data.join('\n'), id } : null
}

/** Complete events in `buffer`, and the rest. Comments and empty blocks are skipped. */
export function readEvents(buffer: string): { events: StreamEvent[]; rest: string } {
  // A final carriage return may be half of a CRLF.
  const held = buffer.endsWith('\r') ? '\r' : ''
  const text = buffer.slice(0, buffer.length - held.length).replace(/\r\n?/g, '\n')
  const end = text.lastIndexOf('\n\n')
  if (end < 0) return { events: [], rest: text + held }
  const events = text
    .slice(0, end)
    .split(/\n{2,}/)
    .map(readEvent)
    .filter((event) => event !== null)
  return { events, rest: text.slice(end + 2) + held }
}
