import type { EndpointName, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import { ApiError, networkText } from './api-error.ts'
import { request } from './call.ts'

/** Milliseconds that the largest file may take on a slow connection. */
const fileTimeout = 15 * 60_000

/** Downloads a file, which gets the name in the `Content-Disposition` header. Throws ApiError. */
const fetchFile = (name: EndpointName, input: object): Promise<File> =>
  request(name, { ...input, fileTimeout }, async (response) => {
    const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    const content = await response.blob().catch(() => {
      throw new ApiError(0, networkText)
    })
    return new File([content], decodeURIComponent(encoded))
  })

export const exportFile = <Name extends ExportCall>(
  name: Name,
  query: QueryInput<Name> & object,
  signal: AbortSignal,
) => fetchFile(name, { query, signal })

export const fetchRejectedRows = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
): Promise<File> => fetchFile(name, { body })
