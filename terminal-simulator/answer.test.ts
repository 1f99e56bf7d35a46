import { expect, test } from 'vitest'
import { readAnswer, WireError } from './answer.ts'

const read = (text: string, ended = false) => {
  const answer = readAnswer(Buffer.from(text), ended)
  return answer && { status: answer.status, body: Buffer.from(answer.body).toString() }
}

test('a body by its length', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-length: 4\r\n\r\n'
  expect(read(head)).toBeNull()
  expect(read(`${head}OK:`)).toBeNull()
  expect(read(`${head}OK:9`)).toEqual({ status: 200, body: 'OK:9' })
})

test('a body in chunks', () => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(read(`${head}2\r\nOK\r\n`)).toBeNull()
  expect(read(`${head}2\r\nOK\r\n3\r\n: 9\r\n0\r\n\r\n`)).toEqual({ status: 200, body: 'OK: 9' })
})

test('a body until the connection ends', () => {
  expect(read('HTTP/1.0 503 No\r\n\r\nlater')).toBeNull()
  expect(read('HTTP/1.0 503 No\r\n\r\nlater', true)).toEqual({ status: 503, body: 'later' })
})

test('a word before the answer is passed over', () => {
  const before = 'HTTP/1.1 100 Continue\r\n\r\n'
  expect(read(before)).toBeNull()
  expect(read(`${before}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK`)).toEqual({ status: 200, body: 'OK' })
})

test('what is no HTTP', () => {
  expect(() => read('SSH-2.0\r\n\r\n')).toThrow(WireError)
  expect(read('HTTP/1.1 200')).toBeNull()
})
