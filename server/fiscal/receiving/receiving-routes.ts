// Services that every issuer of electronic receipts offers at its public address: seed and token, reception of documents,
// and commercial approval. Source: technical description of DGII, "Estándar de comunicación Emisor-Receptor".
import { isUtf8 } from 'node:buffer'
import { NamedError, throwError } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeConnectionIfBodyUnread, readBearerToken, requireMultipart } from '../../platform/http/parse-request.ts'
import { WindowLimit } from '../../platform/http/window-limit.ts'
import type { Services } from '../../services.ts'
import { findElementText } from '../do/ecf/parse-xml.ts'
import { isCertificateDateValid, parseSignedDocument } from '../do/ecf/signed-document.ts'
import { formatXml, makeField, makeGroup } from '../do/ecf/xml.ts'
import { issueCallerCredential, isValidCallerCredential } from './caller-tickets.ts'
import { receiveApproval } from './receive-approval.ts'
import { receiveSupplierDocument } from './receive-document.ts'

/** A receipt of 1,000 lines has about 400 kB. */
const maxXmlBytes = 512 * 1024
const uploadLimits = { fileSize: maxXmlBytes, files: 1, fields: 4, fieldSize: 1000, parts: 5 }

/** Programs of one provider send the receipts of many issuers from one address. */
const maxCallsPerMinute = 120

type ReceivingServices = Pick<Services, 'config' | 'secret' | 'clock' | 'database' | 'certificates'>
type Service = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Serves nothing unless PUBLIC_URL is https, as DGII requires. */
export function registerReceivingRoutes(server: FastifyInstance, services: ReceivingServices): void {
  if (!services.config.PUBLIC_URL?.startsWith('https:')) return
  const { clock } = services
  const limit = new WindowLimit<string>(maxCallsPerMinute, 60_000)
  const table: Record<string, Service> = {
    'GET autenticacion/api/semilla': (_, reply) => sendSeed(services, reply),
    'POST autenticacion/api/validacioncertificado': (request, reply) => sendToken(services, request, reply),
    'POST recepcion/api/ecf': async (request, reply) => {
      requireToken(services, request)
      const answer = await receiveSupplierDocument(services, await readXml(request), clock())
      return 'refusal' in answer ? refuse(reply, answer.refusal) : sendXml(reply, answer.acknowledgement)
    },
    'POST aprobacioncomercial/api/ecf': async (request, reply) => {
      requireToken(services, request)
      const refusal = await receiveApproval(services, await readXml(request), clock())
      return refusal === null ? reply.send({ estado: 'Aprobación comercial recibida' }) : refuse(reply, refusal)
    },
  }
  server.route({
    method: ['GET', 'POST'],
    // The standard asks for paths that ignore case and accents.
    url: '/:fe(^[fF][eE]$)/*',
    helmet: false,
    handler: async (request, reply) => {
      const service = table[`${request.method} ${foldPath(request)}`]
      if (!service) return reply.callNotFound()
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      try {
        if (!limit.tryAdd(request.ip, clock())) throwError('receiving.too-many')
        return await service(request, reply)
      } catch (error) {
        closeConnectionIfBodyUnread(request, reply)
        throw error
      }
    },
  })
}

const foldPath = ({ params }: FastifyRequest): string =>
  (params as { '*': string })['*'].normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\/$/, '')

const refuse = (reply: FastifyReply, detail: string): FastifyReply => reply.code(400).send({ detail })
const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.type('application/xml; charset=utf-8').send(xml)

async function sendSeed({ secret, clock }: ReceivingServices, reply: FastifyReply): Promise<FastifyReply> {
  const now = clock()
  const seed = makeGroup(
    'SemillaModel',
    makeField('valor', issueCallerCredential(secret, 'seed', now).text),
    makeField('fecha', now.toISOString()),
  )
  return sendXml(reply, formatXml(seed))
}

async function sendToken(
  { secret, clock }: ReceivingServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const document = parseSignedDocument((await readXml(request)) ?? '')
  const now = clock()
  const seed = document && findElementText(document.root, 'valor')
  if (!seed || !isValidCallerCredential(secret, 'seed', seed, now))
    return refuse(reply, 'La semilla no es válida o ya venció.')
  if (!document.certificate || !isCertificateDateValid(document.certificate, now))
    return refuse(reply, 'La firma de la semilla no es válida, o su certificado no está vigente.')
  const { text: token, expiresAt } = issueCallerCredential(secret, 'token', now)
  const [expira, expedido] = [expiresAt, now].map((each) => each.toISOString().replace(/\.\d+/, ''))
  if (!/xml/i.test(request.headers.accept ?? '')) return reply.send({ token, expira, expedido })
  const parts = [makeField('token', token), makeField('expira', expira ?? ''), makeField('expedido', expedido ?? '')]
  return sendXml(reply, formatXml(makeGroup('RespuestaAutenticacion', ...parts)))
}

function requireToken({ secret, clock }: ReceivingServices, request: FastifyRequest): void {
  if (!isValidCallerCredential(secret, 'token', readBearerToken(request) ?? '', clock())) throwError('receiving.token')
}

/** Text of the sent file; null if it is not UTF-8. */
async function readXml(request: FastifyRequest): Promise<string | null> {
  requireMultipart(request)
  const file = await request.file({ limits: uploadLimits })
  const bytes = await file?.toBuffer().catch(() => throwError('body.too-large'))
  if (!bytes) throw new NamedError('body.type')
  const text = bytes.toString()
  const encoding = /^\ufeff?<\?xml[^>]{0,100}encoding=["']([^"']{0,20})/.exec(text)?.[1]
  return isUtf8(bytes) && (encoding === undefined || /^utf-?8$/i.test(encoding)) ? text : null
}
