import { useEffect } from 'react'

/**
 * Opens, once, the dialog that the address asks for (`?open=…`), as the search of the whole application does. `forget`
 * takes it out of the address, so that neither a reload nor the back button opens it again.
 */
export function useOpening<What extends string>(
  asked: What | undefined,
  forget: () => void,
  open: (what: What) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens when something is asked for, not when drawn anew.
  useEffect(() => {
    if (asked === undefined) return
    forget()
    open(asked)
  }, [asked])
}
