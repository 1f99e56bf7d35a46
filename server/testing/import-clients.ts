// Imports a client file like the page does: preview, then write.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { expect } from 'vitest'
import type { Caller } from './api-caller.ts'
import { makeMultipartBody, type RawCallReply, sendRawCall } from './raw-call.ts'
import type { TestApp } from './test-app.ts'

type File = string | Buffer

/** Takes `app` as a function, because the app starts only after this function was called. */
export function makeClientImportCalls(app: () => TestApp, filename: string) {
  const send = (caller: Caller, file: File, fields: object = {}, headers = {}): Promise<RawCallReply> =>
    sendRawCall(app().app, caller.token, 'clients.import', {
      payload: makeMultipartBody(file, { filename, fields }),
      headers,
    })

  async function show(caller: Caller, file: File, fields: object = {}): Promise<ClientImportAnswer> {
    const { status, json, text } = await send(caller, file, fields)
    expect(status, text).toBe(200)
    return json as ClientImportAnswer // clients.import answers with this type
  }

  async function bring(caller: Caller, file: File, fields: object = {}): Promise<ClientImportAnswer> {
    const { digest } = await show(caller, file, fields)
    return show(caller, file, { ...fields, confirm: digest })
  }

  return { send, show, bring }
}
