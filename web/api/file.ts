import type { EndpointName, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import { ApiError, networkText } from './api-error.ts'
import { callTimeout, request } from './call.ts'

/** For the longest file on the slowest line. */
const fileTimeout = 15 * 60_000

/** What has come, whole; a line that is cut, or silent for longer than a call may be, has brought nothing. */
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

/** A file, under the name that the server gives it. Throws ApiError. */
function fetchFile(name: EndpointName, input: object, signal: AbortSignal): Promise<File> {
  const silence = new AbortController()
  const asked = { ...input, signal: AbortSignal.any([signal, silence.signal]), fileTimeout }
  return request(name, asked, async (response) => {
    const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    return new File([await wholeOf(response, silence)], decodeURIComponent(encoded))
  })
}

/** A list as a file. */
export const callFile = <Name extends ExportCall>(name: Name, query: QueryInput<Name> & object, signal: AbortSignal) =>
  fetchFile(name, { query }, signal)

/** A file that is made of another. */
export const fileOfFile = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
  signal: AbortSignal,
): Promise<File> => fetchFile(name, { body }, signal)
