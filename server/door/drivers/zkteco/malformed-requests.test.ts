import { expect, test } from 'vitest'
import { parseRequestWithSpaces } from './malformed-requests.ts'

const read = (text: string, stoppedAt = 20) => parseRequestWithSpaces(Buffer.from(text, 'latin1'), stoppedAt)
const line = 'GET /iclock/getrequest?SN=A1&INFO=Ver 6.60 Apr 28 2010,1,2 HTTP/1.1\r\n'

test('parseUnencodedRequest: encodes spaces of the query and returns headers in lower case', () => {
  expect(read(`${line}Host: a:8081\r\nMAC:00:17:61:10:79:9f\r\n\r\n`)).toEqual({
    url: '/iclock/getrequest?SN=A1&INFO=Ver%206.60%20Apr%2028%202010,1,2',
    headers: { host: 'a:8081', mac: '00:17:61:10:79:9f' },
  })
  expect(read(line.replace('/iclock', '').replace('1.1', '1.0').concat('\r\n'))?.headers).toEqual({})
})

test.each([
  ['an incomplete head', line],
  ['a following request', `${line}\r\n${line}\r\n`],
  ['a body', `${line}Content-Length: 4\r\n\r\n`],
  ['a chunked body', `${line}Transfer-Encoding: chunked\r\n\r\n`],
  ['a repeated header', `${line}A: 1\r\na: 2\r\n\r\n`],
  ['a header without a colon', `${line}A\r\n\r\n`],
  ['a folded header', `${line}A: 1\r\n 2\r\n\r\n`],
  ['a space before the colon', `${line}Content-Length : 0\r\n\r\n`],
  ['a bare line end', `${line}A: 1\nB: 2\r\n\r\n`],
  ['another method', `${line.replace('GET', 'POST')}\r\n`],
  ['another HTTP version', `${line.replace('1.1', '2.0')}\r\n`],
  ['spaces in the path', `${line.replace('/iclock', '/ic lock')}\r\n`],
  ['another page', `${line.replace('/iclock/getrequest', '/v1/clients')}\r\n`],
  ['an absolute URL', `${line.replace('/iclock', 'http://x/iclock')}\r\n`],
])('parseUnencodedRequest: rejects %s', (_what, text) => {
  expect(read(text)).toBeNull()
})

test('parseUnencodedRequest: rejects a request that Node’s parser refused after its first line', () => {
  expect(read(`${line}Host: a\r\n\r\n`, line.length + 4)).toBeNull()
})
