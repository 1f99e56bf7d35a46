import { z } from 'zod'
import { endpointTable } from './endpoint.ts'
import { type ImageFolder, imageFolders } from './permissions.ts'

export const imageLimit = 1024 * 1024
/** Told where an upload comes without its file. */
export const noFileText = 'No se seleccionó un archivo.'
export const imageTypes = ['image/svg+xml', 'image/png', 'image/jpeg'] as const

export const notStoredText = 'Debe ser una imagen guardada aquí'
/** Whether it is the address of a picture that this product stores in the folder, as an upload answered it. */
export const isStoredUrl = (folder: ImageFolder, value: string): boolean =>
  new RegExp(`^/v1/images/${folder}/[\\w.-]+\\?token=[\\w-]+$`).test(value)
export const isStoredPath = (folder: ImageFolder, value: string): boolean =>
  new RegExp(`^images/${folder}/[\\w.-]+$`).test(value)

const folder = z.enum(Object.keys(imageFolders) as [ImageFolder, ...ImageFolder[]]) // Object.keys forgets the names

export const StoredImage = z.object({ url: z.string(), path: z.string() })
export type StoredImage = z.infer<typeof StoredImage>

export const imagesEndpoints = endpointTable({
  'images.upload': {
    method: 'POST',
    path: '/images/{folder}',
    summary: 'Store an image: multipart field `file`, PNG, JPEG or SVG of at most 1 MB',
    params: z.object({ folder }),
    bodyType: 'multipart',
    answer: StoredImage,
    status: 201,
    errors: [
      'image.invalid',
      'image.too-large',
      'image.active-content',
      'image.too-many',
      'image.no-room',
      'role.forbidden',
    ],
  },
  'images.delete': {
    method: 'DELETE',
    path: '/images',
    summary: 'Remove a stored image',
    query: z.object({ path: z.string().min(1).max(1000) }),
    answer: null,
    errors: ['row.missing', 'role.forbidden'],
  },
  'images.read': {
    method: 'GET',
    path: '/images/{folder}/{name}',
    summary: 'A stored image, by the token in its address',
    params: z.object({ folder, name: z.string().max(300) }),
    query: z.object({ token: z.string().max(100).default('') }),
    answer: 'raw',
    errors: ['row.missing'],
  },
})
