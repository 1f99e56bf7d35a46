import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isOffered, type Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { Money } from '../../kit/Money.tsx'
import { useNarrow } from '../../kit/use-narrow.ts'
import classes from './bill-lines.module.css'
import { frequentProducts } from './frequent-products.ts'
import { useOwner } from './open-drafts.ts'

/** Two rows, or one where the lines would have no room below. */
const mostTiles = { narrow: 3, wide: 8 }

interface ProductTilesProps {
  products: readonly Product[]
  /** The numbers of those that are shown, in their order. */
  tiles: readonly number[]
  onPick: (product: Product) => void
}

/** The tiles of a window: chosen once, when there are products, and the same for each sale that is written in it. */
export function useTiles(products: readonly Product[]): readonly number[] {
  const { gym } = useOwner()
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (chosen.length > 0 || !products.some(isOffered)) return chosen
  const tiles = frequentProducts(gym, products, mostTiles.wide).map(({ id }) => id)
  setChosen(tiles)
  return tiles
}

/**
 * On touch screens: the most frequent products, each added by a tap; with a keyboard the field above is used. The tiles stand above
 * the growing lines and keep their places: a tile that moves under the finger would sell another product.
 */
export function ProductTiles({ products, tiles, onPick }: ProductTilesProps) {
  const touched = useMediaQuery('(any-pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const narrow = useNarrow()
  if (!touched || tiles.length === 0) return null
  return (
    <fieldset data-steady className={classes.tiles} aria-label="Productos frecuentes">
      {tiles.slice(0, narrow ? mostTiles.narrow : mostTiles.wide).map((id) => {
        const product = products.find((each) => each.id === id)
        if (!product) return <span key={id} />
        return (
          <UnstyledButton key={id} className={classes.tile} onClick={() => onPick(product)}>
            <span>{product.name}</span>
            <Money value={product.sale_price} />
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
