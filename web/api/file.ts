import type { EndpointName, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import type { ReportCode } from '@torniquete/contract/fiscal/do/monthly-files.ts'
import { ApiError, networkText } from './api-error.ts'
import { request } from './call.ts'

/** Milliseconds that the largest file may take on a slow connection. */
const fileTimeout = 15 * 60_000

/** Downloads a file, which gets the name in the `Content-Disposition` header. Throws ApiError. */
const fetchFile = (name: EndpointName, input: object): Promise<File> =>
  request(name, { ...input, fileTimeout }, async (response) => {
    const disposition = response.headers.get('Content-Disposition') ?? ''
    const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/.exec(disposition) ?? []
    const content = await response.blob().catch(() => {
      throw new ApiError(0, networkText)
    })
    return new File([content], decodeURIComponent(encoded ?? plain ?? ''))
  })

export const callFile = <Name extends ExportCall>(name: Name, query: QueryInput<Name> & object, signal: AbortSignal) =>
  fetchFile(name, { query, signal })

export const fileOfFile = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
): Promise<File> => fetchFile(name, { body })

/** Downloads the text file of a monthly report, as the tax office reads it. */
export const fileOfReport = (code: ReportCode, month: string): Promise<File> =>
  fetchFile('fiscal.report-file', { params: { code: `${code}` }, query: { month } })
