import { useMediaQuery } from '@mantine/hooks'

export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false })
