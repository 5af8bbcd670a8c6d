import type { Mips } from './textures.ts';

/** GPU resources of a renderer, which are all released together. */
export interface DeviceMemory {
  buffer(data: Float32Array | Uint8Array | Uint32Array, usage: GPUBufferUsageFlags): GPUBuffer;
  /** Uploads an image and its mip levels as a texture. */
  image(mips: Mips): GPUTextureView;
  /** Registers a resource that was created elsewhere. */
  register<T extends { destroy(): void }>(resource: T): T;
  release(): void;
}

export function createDeviceMemory(device: GPUDevice): DeviceMemory {
  const held: { destroy(): void }[] = [];
  const register = <T extends { destroy(): void }>(resource: T): T => {
    held.push(resource);
    return resource;
  };
  return {
    register,
    buffer(data, usage) {
      const size = Math.ceil(data.byteLength / 4) * 4;
      const buffer = register(device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST }));
      device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
      return buffer;
    },
    image({ width, height, levels }) {
      const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
      const texture = register(device.createTexture({ size: [width, height], format: 'rgba8unorm', mipLevelCount: levels.length, usage }));
      for (const [mipLevel, data] of levels.entries()) {
        const [w, h] = [Math.max(1, width >> mipLevel), Math.max(1, height >> mipLevel)];
        device.queue.writeTexture({ texture, mipLevel }, data, { bytesPerRow: w * 4 }, [w, h]);
      }
      return texture.createView();
    },
    release: () => {
      for (const resource of held.splice(0)) resource.destroy();
    },
  };
}
