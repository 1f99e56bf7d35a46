import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Product } from '@torniquete/contract/products.ts'
import { useState } from 'react'
import { Money } from '../../kit/Money.tsx'
import { useNarrow } from '../../kit/use-narrow.ts'
import classes from './bill-lines.module.css'

interface ProductTilesProps {
  products: readonly Product[]
  /** The tiles from the products at hand, in the order of the moment. */
  choose: (products: readonly Product[]) => readonly Product[]
  onPick: (product: Product) => void
}

/** Two rows, or one where the lines would have no room below. */
const mostTiles = { narrow: 3, wide: 8 }

/**
 * On a touch screen: what is sold most here, each added by a tap. Whoever has keys and a mouse has the field above. They
 * stand over the lines, which grow, and keep their order: a tile that moves under the finger sells another product.
 */
export function ProductTiles({ products, choose, onPick }: ProductTilesProps) {
  const touched = useMediaQuery('(any-pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (!touched) return null
  if (chosen.length === 0 && products.length > 0) {
    const first = choose(products).map(({ id }) => id)
    if (first.length > 0) setChosen(first)
  }
  const tiles = chosen
    .slice(0, narrow ? mostTiles.narrow : mostTiles.wide)
    .map((id) => products.find((product) => product.id === id))
    .filter((product) => product !== undefined)
  if (tiles.length === 0) return null
  return (
    <fieldset data-steady className={classes.tiles} aria-label="Productos frecuentes">
      {tiles.map((product) => (
        <UnstyledButton key={product.id} className={classes.tile} onClick={() => onPick(product)}>
          <span>{product.name}</span>
          <Money value={product.sale_price} />
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
