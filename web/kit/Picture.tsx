import { Avatar } from '@mantine/core'

export const fallbackPicture = '/person-default.png'
export const logoFallback = '/gym-default.svg'

interface PictureProps {
  src: string | null | undefined
  /** '' where the name stands beside it. */
  alt: string
  size?: number
  /** Logos are square, people round. */
  square?: boolean
  fallback?: string
}

/** A stored image, or the default one where there is none or it does not load. */
export function Picture({ src, alt, size = 40, square = false, fallback = fallbackPicture }: PictureProps) {
  return (
    <Avatar src={src ?? fallback} alt={alt} size={size} radius={square ? 'md' : '50%'}>
      <img src={fallback} alt={alt} width={size} height={size} />
    </Avatar>
  )
}
