import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet } from './define-area.ts'
import { adminRoles, allRoles, publicAccess, type RoleName, staffRoles, superAdminOrMaster } from './roles.ts'

/** Folders for pictures, each with the roles that may upload and delete. */
export const imageFolderRoles = {
  clients: staffRoles,
  products: adminRoles,
  users: allRoles,
  gyms: superAdminOrMaster,
} as const satisfies Record<string, readonly RoleName[]>

export type ImageFolder = keyof typeof imageFolderRoles

export const maxImageBytes = 1024 * 1024
export const noFileChosenText = 'No se seleccionó un archivo.'
export const imageMimeTypes = ['image/svg+xml', 'image/png', 'image/jpeg'] as const

export const notStoredImageText = 'Debe ser una imagen guardada aquí'
/** True if the address belongs to a picture that Torniquete stored in this folder. */
export const isStoredImageUrl = (folder: ImageFolder, value: string): boolean =>
  new RegExp(`^/v1/images/${folder}/[\\w.-]+\\?token=[\\w-]+$`).test(value)
export const isStoredImagePath = (folder: ImageFolder, value: string): boolean =>
  new RegExp(`^images/${folder}/[\\w.-]+$`).test(value)

const folder = z.enum(Object.keys(imageFolderRoles) as [ImageFolder, ...ImageFolder[]]) // cast, as Object.keys returns string[]

export const StoredImage = z.object({ url: z.string(), path: z.string() })
export type StoredImage = z.infer<typeof StoredImage>

export const imagesArea = defineArea({
  // Every role may call this; imageFolderRoles decides which roles may use the folder.
  'images.upload': defineCreate(allRoles, '/images/{folder}', 'Store an image: multipart field `file`, at most 1 MB', {
    transaction: false,
    params: z.object({ folder }),
    bodyType: 'multipart',
    answer: StoredImage,
    errors: [
      'image.invalid',
      'image.too-large',
      'image.active-content',
      'image.too-many',
      'image.no-room',
      'image.away',
      'role.forbidden',
    ],
  }),
  'images.delete': defineDelete(allRoles, '/images', 'Delete an image that no row uses any more', {
    transaction: false,
    allowedOnFullDisk: true,
    query: z.object({ path: z.string().min(1).max(1000) }),
    answer: null,
    errors: ['row.missing', 'role.forbidden', 'image.shown'],
  }),
  'images.read': defineGet(publicAccess, '/images/{folder}/{name}', 'Get an image by the token in its address', {
    transaction: false,
    params: z.object({ folder, name: z.string().max(300) }),
    query: z.object({ token: z.string().max(100).default('') }),
    answer: 'raw',
    errors: ['row.missing', 'image.away'],
  }),
})
