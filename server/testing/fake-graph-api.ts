// Fake of Meta's Graph API for WhatsApp messages: accepts them, refuses them as documented, reports their delivery.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Status, error code, title and details of each refusal. */
const refusals = {
  rateLimit: [400, 130429, 'Rate limit hit', 'Message failed to send because the throughput has been reached'],
  accountLimit: [400, 80007, 'Rate limit issues', 'The WhatsApp Business Account has reached its rate limit'],
  pairLimit: [400, 131056, 'Pair rate limit hit', 'Too many messages to the same phone number'],
  spamLimit: [400, 131048, 'Spam rate limit hit', 'There are restrictions on how many messages can be sent'],
  invalidRecipient: [400, 131026, 'Message undeliverable', 'Unable to deliver message'],
  notInTestList: [400, 131030, 'Recipient phone number not in allowed list', 'Add it to the allowed list'],
  templateMissing: [404, 132001, 'Template does not exist', 'template name (torniquete_aviso) does not exist in es'],
  templateParameters: [400, 132000, 'Number of parameters does not match', 'body: number of parameters does not match'],
  templatePaused: [400, 132015, 'Template is Paused', 'Template is paused due to low quality'],
  tokenExpired: [401, 190, 'Error validating access token: Session has expired', ''],
  permissionMissing: [403, 200, 'Permissions error', ''],
  unknownNumber: [400, 100, "Unsupported post request. Object with ID '1' does not exist", ''],
  badParameter: [400, 100, 'Invalid parameter', 'Param text is required'],
  overloaded: [503, 2, 'Service temporarily unavailable', ''],
  wentWrong: [500, 131000, 'Something went wrong', ''],
} as const satisfies Record<string, readonly [status: number, code: number, title: string, details: string]>
export type GraphRefusal = keyof typeof refusals

export type GraphBehaviour =
  | { kind: 'takes' }
  | { kind: 'refuses'; as: GraphRefusal; retryAfter?: string }
  /** Sends this answer, with or without `error` in its body. */
  | { kind: 'answers'; status: number; body: string; headers?: Record<string, string> }
  /** Accepts the message and never answers. */
  | { kind: 'silent' }
  /** Accepts the message and cuts the connection. */
  | { kind: 'cuts' }

interface GraphMessage {
  id: string
  to: string
  template: string
  text: string
  key: string
  authorization: string
  /** Milliseconds since this fake server was started. */
  at: number
  body: unknown
}

interface SentBody {
  to: string
  template: { name: string; components: { parameters: { text: string }[] }[] }
  biz_opaque_callback_data: string
}

const takes: GraphBehaviour = { kind: 'takes' }

export class FakeGraphApi {
  /** Accepted messages, including those whose sender got no answer. */
  readonly taken: GraphMessage[] = []
  /** Number of requests received so far. */
  requests = 0
  /** Behaviour for each message, which tests may change at any time. */
  manner: GraphBehaviour | ((message: GraphMessage) => GraphBehaviour) = takes
  readonly #server: Server
  readonly #begun = performance.now()

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    })
  }

  static async start(): Promise<FakeGraphApi> {
    const player = new FakeGraphApi()
    player.#server.listen(0, '127.0.0.1')
    await once(player.#server, 'listening')
    return player
  }

  /** Base URL of this fake server, for the setting WHATSAPP_URL. */
  get url(): string {
    // a listening server has this type of address
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v23.0`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    // Not validated: if the sender under test sends another body, the test that reads the message fails.
    const body = JSON.parse(Buffer.concat(parts).toString()) as SentBody
    const message: GraphMessage = {
      id: `wamid.${this.requests}`,
      to: body.to,
      template: body.template.name,
      text: body.template.components[0]?.parameters[0]?.text ?? '',
      key: body.biz_opaque_callback_data,
      authorization: request.headers.authorization ?? '',
      at: performance.now() - this.#begun,
      body,
    }
    const manner = typeof this.manner === 'function' ? this.manner(message) : this.manner
    if (manner.kind === 'takes' || manner.kind === 'silent' || manner.kind === 'cuts') this.taken.push(message)
    if (manner.kind === 'cuts') request.socket.destroy()
    else if (manner.kind === 'answers') reply(response, manner.status, manner.body, manner.headers)
    else if (manner.kind === 'refuses') refuse(response, manner)
    else if (manner.kind === 'takes') {
      const contacts = [{ input: message.to, wa_id: message.to.replace('+', '') }]
      const messages = [{ id: message.id, message_status: 'accepted' }]
      reply(response, 200, JSON.stringify({ messaging_product: 'whatsapp', contacts, messages }))
    }
  }
}

function refuse(response: ServerResponse, { as, retryAfter }: Extract<GraphBehaviour, { kind: 'refuses' }>): void {
  const [status, code, title, details] = refusals[as]
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    ...(details ? { error_data: { messaging_product: 'whatsapp', details } } : {}),
    fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
  }
  reply(response, status, JSON.stringify({ error }), retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

function reply(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body)
}

export interface DeliveryNotice {
  id: string
  status: string
  key?: string
  /** Time of the report in seconds since 1970. */
  timestamp?: number
  error?: { code: number; title: string }
  phoneId?: string
}

/** Body of a delivery report as Meta posts it, and its signature. */
export function makeDeliveryReport(
  notices: readonly DeliveryNotice[],
  secret: string,
): { body: string; signature: string } {
  const changes = notices.map(({ id, status, key, timestamp = 1_795_000_000, error, phoneId = '106540352242922' }) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '18095550100', phone_number_id: phoneId },
      statuses: [
        {
          id,
          status,
          timestamp: String(timestamp),
          recipient_id: '18095550101',
          ...(key === undefined ? {} : { biz_opaque_callback_data: key }),
          ...(error ? { errors: [{ ...error, message: error.title, error_data: { details: 'x' } }] } : {}),
        },
      ],
    },
  }))
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] })
  return { body, signature: signBody(body, secret) }
}

export const signBody = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
