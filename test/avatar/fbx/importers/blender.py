"""Opens an FBX in Blender and prints what it found as one line of JSON after RESULT. Arguments: the file, times as JSON."""
import json
import sys

import bpy

path, times = sys.argv[-2], json.loads(sys.argv[-1])
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.fbx(filepath=path)
scene = bpy.context.scene
meshes = [one for one in bpy.data.objects if one.type == "MESH"]
rig = next(one for one in bpy.data.objects if one.type == "ARMATURE")
keys = [mesh.data.shape_keys for mesh in meshes if mesh.data.shape_keys]
blocks = [block for key in keys for block in key.key_blocks if block != key.reference_key]
# The importer makes metres of centimetres with the scale of the armature; the points keep the file's unit.
shapes = [
    {
        "name": block.name,
        "reach": max((point.co - rest.co).length for point, rest in zip(block.data, block.relative_key.data)),
    }
    for block in blocks
]
ends = [action.frame_range[1] for action in bpy.data.actions]
seconds = (max(ends) - min(action.frame_range[0] for action in bpy.data.actions)) / scene.render.fps


def turn(name, parent):
    """From the rest pose, about the axes of the file, seen from the parent joint."""

    def moved(joint):
        bone = rig.pose.bones[joint]
        return (bone.matrix @ bone.bone.matrix_local.inverted()).to_quaternion()

    own = moved(name) if parent is None else moved(parent).inverted() @ moved(name)
    return [own.x, own.y, own.z, own.w]


samples = []
for time in times:
    frame = 1 + time * scene.render.fps
    scene.frame_set(int(frame), subframe=frame % 1)
    bpy.context.view_layer.update()
    samples.append(
        {
            "weights": {block.name: block.value for block in blocks},
            "turns": {
                "head": turn("head", None),
                "leftEye": turn("leftEye", "head"),
                "rightEye": turn("rightEye", "head"),
            },
        }
    )
print("RESULT" + json.dumps({"shapes": shapes, "seconds": seconds, "samples": samples}))
