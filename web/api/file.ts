import type { EndpointName, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import { ApiError, networkText } from './api-error.ts'
import { callTimeout, request } from './call.ts'

/** Milliseconds for the largest file on a slow line. */
const fileTimeout = 15 * 60_000

/** Reads the whole body. Throws ApiError (status 0) if the connection breaks or stalls for `callTimeout`. */
async function wholeOf(response: Response, silence: AbortController): Promise<Blob> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), callTimeout)
  }
  wait()
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, next) => {
      wait()
      next.enqueue(piece)
    },
  })
  try {
    return await new Response(response.body?.pipeThrough(pieces)).blob()
  } catch {
    throw new ApiError(0, networkText)
  } finally {
    clearTimeout(timer)
  }
}

/** Downloads a file and names it by `Content-Disposition`. Throws ApiError. */
function fetchFile(name: EndpointName, input: object, signal?: AbortSignal): Promise<File> {
  const silence = new AbortController()
  const asked = { ...input, signal: AbortSignal.any([...(signal ? [signal] : []), silence.signal]), fileTimeout }
  return request(name, asked, async (response) => {
    const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    return new File([await wholeOf(response, silence)], decodeURIComponent(encoded))
  })
}

export const callFile = <Name extends ExportCall>(name: Name, query: QueryInput<Name> & object, signal: AbortSignal) =>
  fetchFile(name, { query }, signal)

export const fileOfFile = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
): Promise<File> => fetchFile(name, { body })
