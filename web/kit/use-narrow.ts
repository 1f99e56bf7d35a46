import { useMediaQuery } from '@mantine/hooks'

/** True under 768 px, like the style sheets' phone layout. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false })
