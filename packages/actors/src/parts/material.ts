import type { Material } from '@talking-avatar/avatar/model';

export interface Look {
  roughness: number;
  alpha?: Material['alpha'];
  doubleSided?: boolean;
}

export const CARDS: Look = { roughness: 0.6, alpha: 'cutout', doubleSided: true };

export const makeMaterial = ({ roughness, alpha = 'opaque', doubleSided = false }: Look): Material => ({
  tint: [1, 1, 1],
  roughness,
  alpha,
  doubleSided,
});
