import { Code, type ILayerVersion, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionName } from '#runtime/environment';
import { FUNCTION_LAYERS } from '../bundle/packages.ts';
import { processorOf } from './architecture.ts';

/** Lambda layers for content that is too large for a bundle or is not JavaScript. */
export class ServiceLayers extends Construct {
  readonly espeak: ILayerVersion;
  readonly ffmpeg: ILayerVersion;
  readonly actors: ILayerVersion;

  /** @param folders content of each layer */
  constructor(scope: Construct, id: string, folders: { espeak: string; ffmpeg: string; actors: string }) {
    super(scope, id);
    this.espeak = this.#layer('Espeak', folders.espeak, 'espeak-ng compiled to WebAssembly', 'GPL-3.0-or-later');
    this.ffmpeg = this.#layer('Ffmpeg', folders.ffmpeg, 'ffmpeg, for decoding recordings', 'GPL-2.0-or-later');
    this.actors = this.#layer('Actors', folders.actors, 'The baked actors', 'CC0-1.0');
  }

  of(name: FunctionName): ILayerVersion[] {
    return (FUNCTION_LAYERS[name] ?? []).map((layer) => this[layer]);
  }

  #layer(id: string, folder: string, description: string, license: string): LayerVersion {
    return new LayerVersion(this, id, {
      code: Code.fromAsset(folder),
      description,
      license,
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [processorOf(this).lambda],
    });
  }
}
