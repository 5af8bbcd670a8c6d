import type { Targets } from '../makehuman/index.ts';

/** Resting expression, as weights of MakeHuman's expression units. */
interface RestingExpression {
  origin: 'african' | 'asian' | 'caucasian';
  /** Weight of raised mouth corners and cheeks. */
  smile: number;
  /** Weight of raised inner brow ends. */
  innerBrows?: number;
  /** Weights of raised outer brow ends, left and right, because people do not lift both alike. */
  outerBrows?: readonly [left: number, right: number];
}

/** Weight of raised cheeks per unit of smile, because a smile of the mouth alone looks fake (Ekman et al. 1990, The Duchenne smile). */
const CHEEKS = 1.5;

/** Returns the targets of an attentive resting expression, which is the actor's neutral pose. Without it, regular features look stern. */
export const restingExpression = ({ origin, smile, innerBrows = 0, outerBrows: [left, right] = [0, 0] }: RestingExpression): Targets => {
  const unit = (name: string): string => `expression/units/${origin}/${name}`;
  return {
    [unit('mouth-corner-puller')]: smile,
    'l-r/cheek-trans-vert-up': CHEEKS * smile,
    [unit('eyebrows-left-inner-up')]: innerBrows,
    [unit('eyebrows-right-inner-up')]: innerBrows,
    [unit('eyebrows-left-extern-up')]: left,
    [unit('eyebrows-right-extern-up')]: right,
  };
};
