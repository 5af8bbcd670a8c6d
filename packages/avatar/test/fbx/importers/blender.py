"""Opens an FBX in Blender and prints its contents as one line of JSON after RESULT. Arguments: the file, times as JSON."""
import json
import math
import sys

import bpy
import mathutils

path, times = sys.argv[-2], json.loads(sys.argv[-1])
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.fbx(filepath=path)
scene = bpy.context.scene
meshes = [one for one in bpy.data.objects if one.type == "MESH"]
rig = next(one for one in bpy.data.objects if one.type == "ARMATURE")
keys = [mesh.data.shape_keys for mesh in meshes if mesh.data.shape_keys]
blocks = [block for key in keys for block in key.key_blocks if block != key.reference_key]
# The importer converts centimeters to meters by scaling the armature; the points remain in the file's unit.
shapes = [
    {
        "name": block.name,
        "reach": max((point.co - rest.co).length for point, rest in zip(block.data, block.relative_key.data)),
    }
    for block in blocks
]
turned = next(mesh for mesh in meshes if mesh.data.shape_keys)


def iris_of(eye):
    """Returns the points of an eye within 30 degrees of its axis."""
    group = turned.vertex_groups.get(eye)
    if group is None:
        return []
    held = [v for v in turned.data.vertices if any(g.group == group.index and g.weight > 0.5 for g in v.groups)]
    center = rig.data.bones[eye].head_local
    return [v.index for v in held if (v.co - center).normalized().z > math.cos(math.pi / 6)]


irises = {eye: iris_of(eye) for eye in ("leftEye", "rightEye")}


def look(eye):
    """Returns the directions from an eye's center to its iris at rest and now, in the file's axes, relative to the head."""

    def middle(points):
        return sum((points[i].co for i in irises[eye]), mathutils.Vector()) / len(irises[eye])

    rest = middle(turned.data.vertices) - rig.data.bones[eye].head_local
    drawn = turned.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    head = rig.pose.bones["head"]
    moved = (head.matrix @ head.bone.matrix_local.inverted()).to_3x3()
    now = moved.inverted() @ (middle(drawn.vertices) - rig.pose.bones[eye].head)
    return {"rest": list(rest), "now": list(now)}


# The importer places keys by the rounded rate, so Blender plays a file with 29.97 frames per second 0.1% too slowly.
rate = scene.render.fps
ends = [action.frame_range[1] for action in bpy.data.actions]
seconds = (max(ends) - min(action.frame_range[0] for action in bpy.data.actions)) / rate


def turn(name, parent):
    """Returns a joint's rotation from its rest pose, in the file's axes, relative to the parent joint."""

    def moved(joint):
        bone = rig.pose.bones[joint]
        return (bone.matrix @ bone.bone.matrix_local.inverted()).to_quaternion()

    own = moved(name) if parent is None else moved(parent).inverted() @ moved(name)
    return [own.x, own.y, own.z, own.w]


samples = []
for time in times:
    frame = 1 + time * rate
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
            "gaze": {eye: look(eye) for eye, iris in irises.items() if iris},
        }
    )
print("RESULT" + json.dumps({"shapes": shapes, "seconds": seconds, "samples": samples}))
