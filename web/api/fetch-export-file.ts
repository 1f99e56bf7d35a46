import type { CallQueryInput, EndpointName, ExportCallName } from '@torniquete/contract/endpoints.ts'
import type { MonthlyReportCode } from '@torniquete/contract/fiscal/do/monthly-files.ts'
import { callForFile } from './call.ts'

/** Milliseconds that the largest file may take on a slow connection. */
const timeoutMs = 15 * 60_000

/** Makes a file with the name in the `Content-Disposition` header. */
async function read(response: Response): Promise<File> {
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/.exec(disposition) ?? []
  return new File([await response.blob()], decodeURIComponent(encoded ?? plain ?? ''))
}

const fetchFile = (name: EndpointName, input: object): Promise<File> =>
  callForFile(name, { ...input, file: { timeoutMs, read } })

export const fetchExportFile = <Name extends ExportCallName>(
  name: Name,
  query: CallQueryInput<Name> & object,
  signal: AbortSignal,
) => fetchFile(name, { query, signal })

export const fetchRejectedRowsFile = (
  name: 'clients.import-rejected' | 'products.import-rejected',
  body: FormData,
): Promise<File> => fetchFile(name, { body })

export const fetchFiscalDocumentFile = (ncf: string): Promise<File> =>
  fetchFile('fiscal-documents.xml', { params: { ncf } })

export const fetchReceivedDocumentFile = (id: number): Promise<File> =>
  fetchFile('received-documents.xml', { params: { id } })

/** Downloads the text file of a monthly report, as the tax office reads it. */
export const fetchFiscalReportFile = (code: MonthlyReportCode, month: string): Promise<File> =>
  fetchFile('fiscal.report-file', { params: { code: `${code}` }, query: { month } })
