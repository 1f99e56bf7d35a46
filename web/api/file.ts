import type { EndpointName, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import { callForFile } from './call.ts'

/** Milliseconds that the largest file may take on a slow connection. */
const timeoutMs = 15 * 60_000

/** Makes a file with the name in the `Content-Disposition` header. */
async function read(response: Response): Promise<File> {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return new File([await response.blob()], decodeURIComponent(encoded))
}

const fetchFile = (name: EndpointName, input: object): Promise<File> =>
  callForFile(name, { ...input, file: { timeoutMs, read } })

export const callFile = <Name extends ExportCall>(name: Name, query: QueryInput<Name> & object, signal: AbortSignal) =>
  fetchFile(name, { query, signal })

export const fileOfFile = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
): Promise<File> => fetchFile(name, { body })
