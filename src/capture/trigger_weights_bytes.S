/* The weights of the models of triggers as part of the program. */
        .section .rodata
        .global aim_trigger_weights_begin
        .global aim_trigger_weights_end
        .balign 64
        .type aim_trigger_weights_begin, %object
aim_trigger_weights_begin:
        .incbin "trigger_weights.bin"
        .type aim_trigger_weights_end, %object
aim_trigger_weights_end:
        .byte 0
        .size aim_trigger_weights_end, 1
        .section .note.GNU-stack, "", %progbits
