// Measures the import of 5,000 clients from a file into a gym that has clients: preview, storing and undo.
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { firstNames, fiveYearGym, lastNames } from './bench-gyms.ts'
import type { RunningProcess } from './processes.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const count = 5_000

/** Lines of the import file; half of the clients have a PIN. */
const lines = Array.from({ length: count }, (_, at) => {
  const name = `${firstNames[at % firstNames.length]} ${lastNames[(at * 7) % lastNames.length]} ${at}`
  const number = at % 2 === 0 ? 900_000 + at : ''
  return `${name};${number};${7_000_000 + at};829${1_000_000 + at};socio${at}@ejemplo.do;5/6/1990;Calle ${at};31/12/2030`
})
const file = ['Nombre;Número;Tarjeta;Teléfono;Correo;Nacimiento;Dirección;Vence', ...lines].join('\r\n')

export async function measureClientImport({ port }: RunningProcess): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(port, fiveYearGym.id)
  const address = `http://127.0.0.1:${port}/v1/clients/import`
  const timed = async (method: string, url: string, body?: FormData) => {
    const begun = performance.now()
    const response = await fetch(url, { method, headers, ...(body && { body }) })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`)
    return { seconds: (performance.now() - begun) / 1000, answer: answer as ImportAnswer } // the type of this call's answer
  }
  const form = (confirm?: string) => {
    const made = new FormData()
    if (confirm) made.append('confirm', confirm)
    made.append('file', new Blob([file]), 'socios.csv')
    return made
  }
  const shown = await timed('POST', address, form())
  if (shown.answer.ready !== count) throw new Error(`${shown.answer.ready} of ${count} would be made`)
  const made = await timed('POST', address, form(shown.answer.digest))
  const undone = await timed('DELETE', `${address}/${made.answer.imported?.id}`)
  const what = `${count.toLocaleString('en')} clients of an import file, half of them with PINs`
  return [
    { what: `${what}: preview in a gym of 10,000 clients`, ...compareToMaximum(shown.seconds, 3, 's') },
    {
      what: 'The same: validated again and stored, each with a card and a membership',
      ...compareToMaximum(made.seconds, 5, 's'),
    },
    { what: 'The same: undo of the import', ...compareToMaximum(undone.seconds, 5, 's') },
  ]
}
