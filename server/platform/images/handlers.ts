import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import {
  type ImageFolder,
  imageFolderRoles,
  type imageMimeTypes,
  type StoredImage,
} from '@torniquete/contract/shared/images.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { isBrokenConnectionError } from '../db/transaction.ts'
import type { OwnTransactionCall, OwnTransactionHandlers } from '../http/handler-types.ts'
import { missingFileError, requireMultipart } from '../http/parse-request.ts'
import { deleteImage, isImageInUse, readImageRow, requireWithinQuota } from './queries.ts'

type ImageType = (typeof imageMimeTypes)[number]

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

// Parts of an SVG that can run, load or embed something. References within the drawing are allowed.
const activeContent = [
  /< ?(?:[\w-]{1,40}:)?(?:script|foreignObject|iframe|object|embed|handler|set|animate\w*)\b/i,
  /[ "'/]on\w{1,40} ?=/i,
  /<!ENTITY/i,
  /<\?xml-stylesheet/i,
  /@import/i,
  /(?:href|src) ?=(?! ?["']? ?(?:#|data:image\/(?:png|jpeg);))/i,
  /url\((?! ?["']? ?#)/i,
]

const prologue = [
  ['<?xml ', '?>'],
  ['<!--', '-->'],
] as const

/** Returns the text after XML declaration, comments and document type; null if it is no drawing. Takes linear time. */
function withoutPrologue(text: string): string | null {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    if (text[at] === ' ') at += 1
    const skipped = prologue.find(([start]) => text.startsWith(start, at))
    if (skipped) {
      const end = text.indexOf(skipped[1], at)
      if (end < 0) return null
      at = end + skipped[1].length
    } else if (/^<!doctype svg/i.test(text.slice(at, at + 13))) {
      const end = text.indexOf('>', at)
      // An internal subset of the document type may declare entities, so it is refused.
      if (end < 0 || text.slice(at, end).includes('[')) throwError('image.active-content')
      at = end + 1
    } else return /^<svg[ >/]/i.test(text.slice(at, at + 5)) ? text : null
  }
}

/** Detects the type. Fails with image.invalid, or image.active-content for an SVG that can run or load something. */
function detectImageType(bytes: Uint8Array): ImageType {
  if (startsWith(bytes, png)) return 'image/png'
  if (startsWith(bytes, jpeg)) return 'image/jpeg'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throwError('image.invalid')
  }
  // Replaces line breaks and tabs by single blanks, which the patterns expect.
  const drawing = withoutPrologue(text.replace(/\s+/g, ' '))
  if (drawing === null) throwError('image.invalid')
  // Character references could hide any of these parts, and drawing programs do not encode letters this way.
  if (activeContent.some((pattern) => pattern.test(drawing)) || /&#x?[0-9a-f]+;/i.test(drawing))
    throwError('image.active-content')
  return 'image/svg+xml'
}

const mayUse = (role: RoleName, folder: ImageFolder) => (imageFolderRoles[folder] as readonly RoleName[]).includes(role)

/** Makes a file name safe in URLs and on every disk: `Mi foto.PNG` → `mi-foto.png`. */
function safeName(filename: string): string {
  return (
    foldCaseAndAccents(filename)
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(-80) || 'imagen'
  )
}

async function uploadedFile(request: FastifyRequest): Promise<{ filename: string; bytes: Buffer }> {
  requireMultipart(request)
  const file = await request.file()
  if (file?.fieldname !== 'file') throw missingFileError
  const bytes = await file.toBuffer()
  // The upload library may end a truncated file without an error.
  if (file.file.truncated) throwError('image.too-large')
  if (bytes.length === 0) throw missingFileError
  return { filename: file.filename, bytes }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Number of no gym. All reads of pictures share its queue, since a URL may contain the number of any gym. */
const pictureTurn = -1

async function upload(
  { database, disk, images: store, config }: Services,
  { request, gym, user, now, params: { folder }, write }: OwnTransactionCall<'images.upload'>,
  namedAt: number,
): Promise<StoredImage> {
  if (!mayUse(user.role, folder)) throwError('role.forbidden')
  // If pictures are in a bucket and the database is external, this disk's free space does not matter.
  if (!config.bucket || !config.DATABASE_URL) disk.requireRoom()
  const { filename, bytes } = await uploadedFile(request)
  const type = detectImageType(bytes)
  const name = `${namedAt}_${safeName(filename)}`
  await store.put(gym, folder, name, bytes)
  // The token contains the gym's number, because the URL has none and rows can only be read by gym.
  const token = `${gym}-${randomBytes(24).toString('base64url')}`
  const made = { url: `/v1/images/${folder}/${name}?token=${token}`, path: `images/${folder}/${name}` }
  let isCommitting = false
  const insert = async (tx: Transaction) => {
    isCommitting = false
    await requireWithinQuota(tx, gym, bytes.length, now)
    await tx.run(sql`
      insert into images (gym_id, folder, name, type, token, bytes)
      values (${gym}, ${folder}, ${name}, ${type}, ${token}, ${bytes.length})`)
    isCommitting = true
    return made
  }
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const { answer, isRepeat } = await write(insert, digest).catch(async (error) => {
    // If the answer to the commit was lost, the row may exist and a repeat may return it, so the file stays.
    if (!isCommitting || !isBrokenConnectionError(error)) await store.remove(gym, folder, name).catch(() => {})
    throw error
  })
  if (!isRepeat) return answer
  await store.remove(gym, folder, name).catch(() => {})
  const before = answer.path.slice(answer.path.lastIndexOf('/') + 1)
  // The repeat stores the same bytes again if the file was lost and the picture was not deleted.
  const [row, picture] = [
    await database.read({ gym, user: user.id }, (tx) => readImageRow(tx, gym, folder, before)),
    await store.read(gym, folder, before),
  ]
  if (picture?.content instanceof Readable) picture.content.destroy()
  if (row && !picture) await store.put(gym, folder, before, bytes)
  return answer
}

export function imagesHandlers(
  services: Services,
): Pick<OwnTransactionHandlers, 'images.upload' | 'images.delete' | 'images.read'> {
  const { database, images: store, log } = services
  let newest = 0
  return {
    'images.upload': (call) => {
      // The name contains the milliseconds of the upload, each used once, so that no picture overwrites another.
      newest = Math.max(call.now.getTime(), newest + 1)
      return upload(services, call, newest)
    },

    'images.delete': async ({ gym, user: { id, role }, query: { path }, write }) => {
      const [, folder, name = ''] = /^\/?images\/(\w+)\/([\w.-]+)$/.exec(path) ?? []
      if (!folder || !Object.hasOwn(imageFolderRoles, folder)) throwError('row.missing')
      if (!mayUse(role, folder as ImageFolder)) throwError('role.forbidden') // mayUse accepts only imageFolderRoles' keys
      await write(async (tx) => {
        const own = folder === 'users' && !isCallAllowed(role, 'users.create')
        const stored = `images/${folder}/${name}`
        const ofAnother = sql`select id from users where gym_id = ${gym} and id <> ${id} and photo_path = ${stored}`
        if (own && (await tx.maybe(ofAnother))) throwError('role.forbidden')
        // Refuses to delete a picture in use. A form whose save succeeded without an answer may still ask to delete it.
        if (await isImageInUse(tx, gym, stored)) throwError('image.shown')
        if (!(await readImageRow(tx, gym, folder, name))) throwError('row.missing')
      })
      // If the bucket is unreachable, the row stays, and the hourly sweep deletes both row and file.
      const deletedRows = await deleteImage(services, gym, { folder, name }).catch((err) => {
        log.warn({ err, gym }, 'an image was not deleted')
        return null
      })
      if (deletedRows === 0) throwError('row.missing')
      return undefined
    },

    'images.read': async ({ reply, params: { folder, name }, query: { token } }) => {
      const gym = /^(\d{1,9})-/.exec(token)?.[1]
      if (gym === undefined) throwError('row.missing')
      const image = await database.read({ gym: Number(gym), user: null, turn: pictureTurn }, (tx) =>
        readImageRow(tx, Number(gym), folder, name),
      )
      if (!image || !sameText(image.token, token)) throwError('row.missing')
      const { bytes, content } = (await store.read(Number(gym), folder, name)) ?? throwError('row.missing')
      return reply
        .headers({
          'content-type': image.type,
          'content-length': bytes,
          'cache-control': 'private, max-age=31536000, immutable',
          // Prevents that an SVG opened by itself runs anything.
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .send(content)
    },
  }
}
