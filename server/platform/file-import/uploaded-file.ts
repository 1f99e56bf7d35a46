import { fail, Rejected } from '@torniquete/contract/shared/errors.ts'
import { noFileText } from '@torniquete/contract/shared/images.ts'
import { maxImportBytes } from '@torniquete/contract/shared/import-limits.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { makeTooLargeError, maxColumns } from './read-table.ts'

export interface UploadedFile<Field extends string> {
  file: { name: string; bytes: Buffer }
  /** Field of each column from the left, null to skip it; null altogether means by title. */
  columns: (Field | null)[] | null
  /** Index of the chosen sheet; null to choose by content. */
  sheet: number | null
  /** Digest of the preview; null for a preview. */
  confirm: string | null
}

const noFile = new Rejected([{ type: 'missing', msg: noFileText, loc: ['body', 'file'] }])
const badColumns = new Rejected([{ type: 'invalid', msg: 'No es una lista de columnas', loc: ['body', 'columns'] }])
const badSheet = new Rejected([{ type: 'invalid', msg: 'No es una hoja', loc: ['body', 'sheet'] }])

function readField<Value>(text: string | undefined, type: z.ZodType<Value>, bad: Rejected): Value | null {
  if (!text) return null
  try {
    return type.parse(JSON.parse(text))
  } catch {
    throw bad
  }
}

export async function readUploadedFile<Field extends string>(
  request: FastifyRequest,
  fields: readonly Field[],
): Promise<UploadedFile<Field>> {
  if (!request.isMultipart()) {
    if (request.headers['content-type']) fail('body.type')
    throw noFile
  }
  let file: UploadedFile<Field>['file'] | null = null
  const said = new Map<string, string>()
  for await (const part of request.parts({ limits: { fileSize: maxImportBytes } })) {
    if (part.type === 'field') said.set(part.fieldname, String(part.value))
    else {
      const bytes = await part.toBuffer().catch(makeTooLargeError)
      if (part.file.truncated) makeTooLargeError()
      if (part.fieldname === 'file') file = { name: part.filename.slice(0, 200), bytes }
    }
  }
  if (!file || file.bytes.length === 0) throw noFile
  return {
    file,
    columns: readField(said.get('columns'), z.array(z.enum(fields).nullable()).max(maxColumns), badColumns),
    sheet: readField(said.get('sheet'), z.number().int().min(0), badSheet),
    confirm: said.get('confirm') || null,
  }
}
