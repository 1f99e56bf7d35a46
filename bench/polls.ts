// Measures polls that return no change, compared with a bare node:http server that returns the same bytes.

import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym } from './bench-gyms.ts'
import { measureAlternately } from './measure-alternately.ts'
import { type FixedAnswer, type RunningProcess, startFixedAnswerServer } from './processes.ts'
import { formatHttpRequest, runLoad } from './run-load.ts'
import { type BenchReportRow, compareToMinimum } from './write-report.ts'

const connections = 16
const milliseconds = 1500
const isWantedHeader = 0.3

const listed = ['date', 'connection', 'keep-alive', 'transfer-encoding']

async function captureAnswer(port: number, path: string, headers: Record<string, string>): Promise<FixedAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const given = Object.fromEntries([...response.headers].filter(([name]) => !listed.includes(name)))
  return { status: response.status, headers: given, body: await response.text() }
}

async function compare(
  product: RunningProcess,
  path: string,
  headers: Record<string, string>,
): Promise<BenchReportRow[]> {
  const rows: BenchReportRow[] = []
  for (const title of ['200', '304']) {
    // The terminal called once and counts as online during the measurement, so its state does not change.
    await fetch(`http://127.0.0.1:${product.port}/iclock/ping?SN=BENCHBIG`)
    const { etag = '' } = (await captureAnswer(product.port, path, headers)).headers
    const sent = title === '304' ? { ...headers, 'if-none-match': etag } : headers
    const answer = await captureAnswer(product.port, path, sent)
    if (String(answer.status) !== title) throw new Error(`${path} answered ${answer.status}, not ${title}`)
    const bare = await startFixedAnswerServer(answer)
    const load = { requests: [formatHttpRequest('GET', path, sent)], connections, milliseconds, status: answer.status }
    const { ours, theirs, ratio } = await measureAlternately(
      // Also accepts 200, because the terminal's state may change once during the measurement.
      () => runLoad({ ...load, port: product.port, or: 200 }),
      () => runLoad({ ...load, port: bare.port }),
    )
    await bare.stop()
    const size = `${Math.round(answer.body.length / 102.4) / 10} kB`
    rows.push({
      what: `GET ${path.split('?')[0]}, ${title} (${size}), compared with bare node:http`,
      ours,
      theirs,
      ...compareToMinimum(ratio, isWantedHeader, '× req/s'),
    })
  }
  return rows
}

export async function measureScreenPolls(product: RunningProcess): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(product.port, fiveYearGym.id)
  const day = new Date().toISOString().slice(0, 10)
  return [
    ...(await compare(
      product,
      `/v1/attendances/detail?page=1&size_page=1000&include_status=true&start_date=${day}&end_date=${day}`,
      headers,
    )),
    ...(await compare(product, '/v1/devices/', headers)),
    ...(await compare(product, '/v1/statistics/', headers)),
  ]
}
