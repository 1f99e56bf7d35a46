// Sends a commercial approval to the issuer of the document, at the address in DGII's directory.
import { z } from 'zod'
import type { SigningCertificate } from '../ecf/certificate.ts'
import { signSeed } from '../ecf/sign-seed.ts'
import type { CarrierFailure, SignedFile, TaxOfficeDecision } from './carrier.ts'
import { TokenReply } from './dgii-replies.ts'
import { makeGetOrUploadOptions, sendCarrierRequest, toCarrierFailure } from './send-carrier-request.ts'

const name = 'El emisor'
const timeoutMs = 20_000

const Entry = z.object({ urlAceptacion: z.string().nullish(), urlOpcional: z.string().nullish() })
export type IssuerDirectoryEntry = z.infer<typeof Entry>
const Directory = z.union([
  z.array(Entry),
  z.object({ contribuyentes: z.array(Entry) }).transform(({ contribuyentes }) => contribuyentes),
  Entry.transform((entry) => [entry]),
])

/** Null if the directory has no address for approvals. */
export const findIssuerDirectoryEntry = (json: unknown): IssuerDirectoryEntry | null =>
  Directory.safeParse(json).data?.find(({ urlAceptacion }) => urlAceptacion) ?? null

/** Paths are the same everywhere; some directories name them, others only the host. */
const makeUrl = (registered: string, path: string): string =>
  `${registered.replace(/\/+$/, '').replace(/\/fe(\/.*)?$/i, '')}/fe/${path}`

interface Issuer {
  entry: IssuerDirectoryEntry
  certificate: SigningCertificate
  signal: AbortSignal
}

export async function sendApprovalToIssuer(
  { entry, certificate, signal }: Issuer,
  file: SignedFile,
): Promise<TaxOfficeDecision | CarrierFailure> {
  const call = (url: string, request: RequestInit) => sendCarrierRequest(url, request, { name, timeoutMs, signal })
  // Only this issuer's approvals suffer.
  const withoutGeneral = (failure: CarrierFailure): CarrierFailure => ({ ...failure, isGeneral: false })
  let token: string | null = null
  if (entry.urlOpcional) {
    const seed = await call(makeUrl(entry.urlOpcional, 'autenticacion/api/semilla'), makeGetOrUploadOptions({}))
    if (seed.kind !== 'answered') return withoutGeneral(seed)
    const xml = signSeed(seed.text, certificate)
    if (xml === null) return withoutGeneral(toCarrierFailure(seed, name))
    const answer = await call(
      makeUrl(entry.urlOpcional, 'autenticacion/api/validacioncertificado'),
      makeGetOrUploadOptions({}, { name: 'semilla.xml', xml }),
    )
    if (answer.kind !== 'answered') return withoutGeneral(answer)
    const parsed = TokenReply.safeParse(answer.json)
    if (!parsed.success) return withoutGeneral(toCarrierFailure(answer, name))
    token = parsed.data.token
  }
  const answer = await call(
    makeUrl(entry.urlAceptacion ?? '', 'aprobacioncomercial/api/ecf'),
    makeGetOrUploadOptions(token === null ? {} : { authorization: `Bearer ${token}` }, file),
  )
  if (answer.kind !== 'answered') return withoutGeneral(answer)
  if (answer.status < 300) return { kind: 'accepted', messages: [], isNumberUsed: null }
  if (answer.status !== 400) return withoutGeneral(toCarrierFailure(answer, name))
  const { detail } = z.object({ detail: z.string() }).safeParse(answer.json).data ?? {}
  const messages = detail === undefined ? [] : [{ code: '', text: detail.slice(0, 300) }]
  return { kind: 'rejected', messages, isNumberUsed: null }
}
