// Calls to the running demo over HTTP, like the browser's.
import { randomUUID } from 'node:crypto'
import { AccessToken } from '@torniquete/contract/admin/session.ts'
import type { CallAnswer, CallBodyInput, CallParams, EndpointName } from '@torniquete/contract/endpoints.ts'
import { endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { type ImageFolder, StoredImage } from '@torniquete/contract/shared/images.ts'
import type { CertificateFile } from '../dgii-stand-in/make-certificate.ts'

export type ApiCaller = <Name extends EndpointName>(
  name: Name,
  body?: CallBodyInput<Name>,
  params?: CallParams<Name>,
) => Promise<CallAnswer<Name>>

async function readToken(address: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${address}/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return AccessToken.parse(await response.json()).access_token
}

/** Logs in as a user of the gym; returns a function that uploads a drawing and resolves to its address. */
export async function createImageUploader(address: string, username: string, password: string) {
  const authorization = `Bearer ${await readToken(address, username, password)}`
  return async (folder: ImageFolder, name: string, drawing: string): Promise<StoredImage> => {
    const body = new FormData()
    body.append('file', new Blob([drawing]), `${name}.svg`)
    const answer = await fetch(`${address}/v1/images/${folder}`, { method: 'POST', headers: { authorization }, body })
    if (!answer.ok) throw new Error(`${folder}/${name}: ${await answer.text()}`)
    return StoredImage.parse(await answer.json())
  }
}

/** Logs in as a super admin; returns a function that uploads the certificate that signs electronic receipts. */
export async function createCertificateUploader(address: string, username: string, password: string) {
  const authorization = `Bearer ${await readToken(address, username, password)}`
  return async (file: CertificateFile): Promise<void> => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(file.content)]), 'firma.p12')
    body.append('password', file.password)
    const headers = { authorization, 'idempotency-key': randomUUID() }
    const answer = await fetch(`${address}/v1/fiscal/certificate`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`certificate: ${await answer.text()}`)
  }
}

/** Logs in with username and password; returns a function that makes calls. */
export async function createApiCaller(address: string, username: string, password: string): Promise<ApiCaller> {
  const access_token = await readToken(address, username, password)
  return async (name, body, params) => {
    const { method, path }: Endpoint = endpoints[name]
    const values: Record<string, unknown> = { ...(params as object | undefined) }
    const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => String(values[param]))
    const answer = await fetch(`${address}/v1${filled}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
    // The cast is safe: the endpoint table defines the type of the answer.
    return answer.json() as Promise<CallAnswer<typeof name>>
  }
}
