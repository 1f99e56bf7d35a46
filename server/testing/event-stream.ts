// Reads the live notification stream on a real socket, like a browser.
import { get, type IncomingMessage } from 'node:http'
import { waitUntil } from './simulated-terminals.ts'

interface StreamEvent {
  id?: number
  event?: string
  data?: string
}

export class EventStream {
  readonly events: StreamEvent[] = []
  /** Ids of the received notifications in order, including those of the list in the first chunk. */
  readonly ids: number[] = []
  comments = 0
  ended = false
  readonly response: IncomingMessage
  #rest = ''

  private constructor(response: IncomingMessage) {
    this.response = response
    const end = () => {
      this.ended = true
    }
    response.on('end', end).on('close', end).on('error', end)
  }

  /** Connects and resolves with the headers. A `paused` stream reads nothing until `read` is called. */
  static open(
    address: string,
    token: string | null,
    {
      lastSeen,
      since,
      changes = false,
      paused = false,
    }: { lastSeen?: number; since?: number; changes?: boolean; paused?: boolean } = {},
  ): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const url = `${address}/v1/notifications/sse${changes ? '?changes=true' : ''}${since === undefined ? '' : `&since=${since}`}`
      const headers = {
        authorization: `Bearer ${token}`,
        ...(lastSeen === undefined ? {} : { 'last-event-id': String(lastSeen) }),
      }
      get(url, { headers, agent: false }, (response) => {
        const stream = new EventStream(response)
        if (!paused) stream.read()
        resolve(stream)
      }).on('error', reject)
    })
  }

  read(): void {
    this.response.setEncoding('utf8').on('data', (text: string) => this.#take(text))
  }

  close(): void {
    this.response.destroy()
  }

  /** Resolves when `holds` returns true. */
  async until(holds: () => boolean, what: string, patience = 15_000): Promise<void> {
    await waitUntil(
      () => (holds() ? 'done' : what),
      (state) => state === 'done',
      patience,
    )
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith(':')) this.comments += 1
      else this.#note(eventOf(block))
    }
  }

  #note(each: StreamEvent): void {
    this.events.push(each)
    if (each.event === undefined) this.ids.push(...idsIn(JSON.parse(each.data ?? '[]')))
  }
}

function eventOf(block: string): StreamEvent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { ...fields, ...(fields.id === undefined ? {} : { id: Number(fields.id) }) }
}

/** Ids of the notifications in a chunk, which is one notification or a list of notifications as JSON texts. */
const idsIn = (chunk: unknown): number[] =>
  Array.isArray(chunk)
    ? chunk.flatMap((text) => idsIn(JSON.parse(text)))
    : [(chunk as { id_notification: number }).id_notification] // a single chunk is the contract's Notification
