import { useState } from 'react'
import classes from './kit.module.css'

const stored = /^(?:https?:\/\/[^/]+)?(\/v1\/images\/.+)$/i

/** Returns the address of a picture stored on this server or just chosen. Other hosts would learn who views it. */
export function getSafePictureUrl(url: string | null | undefined): string | null {
  if (url?.startsWith('blob:')) return url
  return url?.match(stored)?.[1] ?? null
}

export const defaultPersonPictureUrl = '/person-default.png'
export const defaultLogoUrl = '/logo-default.svg'

interface PictureProps {
  src: string | null | undefined
  /** Alternative text; '' if the name is written beside the picture. */
  alt: string
  size?: number
  square?: boolean
  fallback?: string
}

/** A stored image, or a default picture if the image is missing or broken. */
export function Picture({ src, alt, size = 40, square = false, fallback = defaultPersonPictureUrl }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src === broken ? null : getSafePictureUrl(src)
  return (
    <img
      className={classes.picture}
      data-square={square || undefined}
      src={shown ?? fallback}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      onError={() => src && setBroken(src)}
    />
  )
}
